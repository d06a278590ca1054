-- An archived event is out of sight and its tickets stay valid; a withdrawn one does not take place, and money for it goes back.
alter table events add column withdrawn_at timestamptz;
update events set withdrawn_at = archived_at where archived_at is not null;
alter table events add constraint withdrawn_is_archived check (withdrawn_at is null or archived_at is not null);

-- A limit may be put below what is sold: nothing is sold any more, and nobody loses a ticket.
alter table event_stock add column sold_when_limited integer not null default 0;

-- What the first request with a key was answered, for those whose answer is no order.
alter table idempotency_keys add column answer jsonb;
