-- When each job last came to an end, whichever process ran it.
create table job_runs (
  name text primary key,
  finished_at timestamptz not null,
  took_ms integer not null,
  every_ms integer not null,
  -- Since when no round went well; null after a good one.
  failing_since timestamptz,
  error text
);

-- Troubles that the people who run the site are told of, once each: a row is there while the trouble is.
create table alarms (
  kind text primary key,
  facts jsonb not null,
  since timestamptz not null,
  seen_at timestamptz not null,
  told_at timestamptz
);

-- What the payment provider's webhook brought, beside what was read from its list.
alter table payment_events add column by_webhook boolean not null default false;
