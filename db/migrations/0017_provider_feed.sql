-- How far we have read what happened at the provider, so that what no webhook told of is found all the same.
create table provider_feeds (
  provider text primary key,
  -- By the provider's clock; null before the first reading.
  read_until timestamptz,
  -- When somebody last began to read, and when a reading last came to its end.
  asked_at timestamptz not null,
  read_at timestamptz
);

-- Rows older than what the provider still tells are forgotten.
create index payment_events_age on payment_events (received_at);

-- Pending refunds and open disputes are asked about directly.
alter table refunds add column polled_at timestamptz;
alter table payment_cases add column polled_at timestamptz;

-- A refund that the provider has, it has under a name: without one it could never be asked about. For rows from now on.
alter table refunds add constraint refunds_named check (status not in ('pending', 'succeeded') or provider_refund is not null) not valid;

alter table payment_cases drop constraint payment_cases_kind_check;
alter table payment_cases add constraint payment_cases_kind_check check (kind in
  ('late_payment', 'second_payment', 'event_cancelled', 'amount_differs', 'refund_failed', 'refund_delayed', 'dispute', 'partial_refund',
   'unknown_charge', 'mismatch', 'provider_refuses', 'clock_drift'));
-- Numbers and codes; the words are made where they are shown. `detail`: the words of cases from before.
alter table payment_cases add column facts jsonb not null default '{}';
alter table payment_cases alter column detail drop not null;
