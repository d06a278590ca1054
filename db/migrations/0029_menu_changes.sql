-- Until then whoever holds a ticket may change its dishes for others of the same price; null: nobody may.
alter table events add column kitchen_deadline timestamptz;

-- What was on a ticket before its dishes were changed, and after.
create table menu_changes (
  id bigint generated always as identity primary key,
  ticket_id text not null references tickets (id) on update cascade,
  before jsonb not null,
  after jsonb not null,
  -- 'user:<id>', 'visitor:<sha-256 of the cookie>' or 'order link'.
  changed_by text not null,
  changed_at timestamptz not null
);
create index menu_changes_ticket on menu_changes (ticket_id, id);
