-- The sandbox payment provider of the demo: its own books, which only adapters/payments/sandbox reads and writes.
create table sandbox_sessions (
  id text primary key,
  idempotency_key text not null unique,
  reference text not null,
  amount integer not null,
  currency text not null,
  description text not null,
  success_url text not null,
  cancel_url text not null,
  status text not null check (status in ('open', 'complete', 'expired')),
  declined_count integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table sandbox_charges (
  id text primary key,
  session_id text not null references sandbox_sessions (id),
  amount integer not null,
  created_at timestamptz not null
);
create index sandbox_charges_session on sandbox_charges (session_id);

create table sandbox_refunds (
  id text primary key,
  charge_id text not null references sandbox_charges (id),
  idempotency_key text not null unique,
  amount integer not null,
  created_at timestamptz not null
);

-- Its event log, delivered by signed webhook until it is acknowledged.
create table sandbox_events (
  id text primary key,
  type text not null,
  session_id text not null references sandbox_sessions (id),
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz
);
create index sandbox_events_due on sandbox_events (next_attempt_at) where delivered_at is null;
