-- How many tickets of an event one account buys at its reduced price; null: as many as it likes.
alter table events add column member_quota integer check (member_quota > 0);

-- What a voucher took off: a ticket's price and this together are what its dishes and extras cost.
alter table tickets add column discount integer not null default 0 check (discount >= 0);
-- Whose prices it was sold at, where they are not those of its buyer: the public ones beyond the quota.
alter table tickets add column priced_as text check (priced_as in ('public', 'socio', 'comision'));

-- Locked by every sale of the event to the account while its reduced tickets are counted.
create table member_quotas (
  user_id uuid not null references users (id) on delete cascade,
  event_id integer not null references events (id) on delete cascade,
  primary key (user_id, event_id)
);

-- What a batch of codes gives. Never edited: it is ended, and another one made.
create table vouchers (
  id uuid primary key,
  kind text not null check (kind in ('percent', 'amount', 'category', 'free', 'unlock')),
  -- Of a hundred, or cents.
  value integer check (value > 0),
  per text check (per in ('order', 'ticket')),
  category text check (category in ('socio', 'comision')),
  -- Of each code.
  uses integer not null check (uses > 0),
  per_mailbox integer check (per_mailbox > 0),
  -- How many tickets of an order it is for.
  ticket_limit integer check (ticket_limit > 0),
  -- Also off the reduced price.
  combines boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Who they are for.
  note text,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null,
  ended_at timestamptz,
  check ((kind in ('percent', 'amount')) = (value is not null)),
  check (kind <> 'percent' or value <= 100),
  check ((kind = 'amount') = (per is not null)),
  check ((kind = 'category') = (category is not null))
);
create index vouchers_newest on vouchers (created_at desc, id);

-- None: every event.
create table voucher_events (
  voucher_id uuid not null references vouchers (id) on delete cascade,
  event_id integer not null references events (id) on delete cascade,
  primary key (voucher_id, event_id)
);
create index voucher_events_event on voucher_events (event_id);

create table voucher_codes (
  -- As it is compared: capitals, without hyphens and look-alikes.
  code text primary key,
  voucher_id uuid not null references vouchers (id) on delete cascade,
  -- As it is printed.
  label text not null,
  position integer not null
);
create index voucher_codes_voucher on voucher_codes (voucher_id, position);

-- A use lives and ends with its order: those of cancelled and refunded orders do not count.
create table voucher_uses (
  order_id uuid not null references orders (id),
  code text not null references voucher_codes (code),
  -- As it was reckoned at the sale, in cents.
  discount integer not null check (discount >= 0),
  primary key (order_id, code)
);
create index voucher_uses_code on voucher_uses (code);
