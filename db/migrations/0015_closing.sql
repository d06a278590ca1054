-- What moved at the payment provider's balance as it tells it: payments, refunds and disputes, each with its fee, and fees on their own.
create table balance_moves (
  id text primary key,
  provider text not null,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'payout', 'fee', 'other')),
  -- Below zero what left the balance, its fee not counted.
  amount integer not null,
  -- Below zero where one was given back.
  fee integer not null,
  -- The charge that it is about; null for payouts and fees of the account.
  charge text,
  -- The payout that took it to the bank, where the provider says so.
  payout text,
  created_at timestamptz not null
);
create index balance_moves_charge on balance_moves (charge) where charge is not null;
create index balance_moves_payout on balance_moves (payout) where payout is not null;
create index balance_moves_age on balance_moves (provider, created_at);

create table payouts (
  id text primary key,
  provider text not null,
  amount integer not null,
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  arrives_on date not null,
  created_at timestamptz not null,
  -- When we read which moves it took along.
  matched_at timestamptz
);
create index payouts_unmatched on payouts (provider, created_at) where matched_at is null;

-- How far a provider's balance was read.
create table balance_readings (
  provider text primary key,
  read_until timestamptz,
  asked_at timestamptz not null,
  read_at timestamptz,
  -- When the key was last found not to be allowed to.
  refused_at timestamptz
);

-- Refunds by their charge are read with its moves.
create index payments_provider_payment on payments (provider_payment) where provider_payment is not null;

-- What an event cost, typed in for the treasurer's closing; its version is that of the whole list.
create table event_closings (
  event_id integer primary key references events (id) on delete cascade,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);
create table event_costs (
  id uuid primary key,
  event_id integer not null references event_closings (event_id) on delete cascade,
  words text not null check (words <> ''),
  amount integer not null check (amount > 0),
  spent_on date not null,
  position integer not null
);
create index event_costs_event on event_costs (event_id, position);

-- An event to try everything out with: left out of what all events add up to.
alter table events add column rehearsal boolean not null default false;
