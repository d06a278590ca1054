-- Other people's programs: tokens by which they ask, and webhooks by which they are told.
create table api_tokens (
  id uuid primary key,
  name text not null,
  -- The beginning of the token, by which an admin knows it again; the rest is kept nowhere.
  prefix text not null,
  token_hash text not null unique,
  scopes text[] not null,
  -- Null: all events.
  event_ids integer[],
  -- It ends with its maker's right.
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_tokens_maker on api_tokens (created_by);

create table webhooks (
  id uuid primary key,
  url text not null,
  -- Which kinds of message it is sent.
  events text[] not null,
  -- Whether messages name people.
  people boolean not null default false,
  sealed_secret text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Of the receiver as a whole: while it does not answer one message is tried, not all of them.
  failures integer not null default 0,
  failing_since timestamptz,
  next_attempt_at timestamptz,
  leased_until timestamptz
);
create index webhooks_creator on webhooks (created_by);

-- The outbox and log: written by triggers in the transaction of what it tells.
create table webhook_deliveries (
  id uuid primary key,
  position bigint generated always as identity,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  type text not null,
  subject text not null,
  -- By webhook and subject, without gaps; given when it is first taken up.
  sequence integer,
  happened_at timestamptz not null,
  data jsonb not null,
  attempts integer not null default 0,
  -- Of this message alone; null: at once.
  next_attempt_at timestamptz,
  -- Three days from then on it is tried.
  tried_since timestamptz,
  last_attempt_at timestamptz,
  answer_status integer,
  failure text,
  took_ms integer,
  delivered_at timestamptz,
  given_up_at timestamptz,
  -- An admin has seen that it was given up.
  settled_at timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position) where delivered_at is null and given_up_at is null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, position desc);
create index webhook_deliveries_given_up on webhook_deliveries (webhook_id) where given_up_at is not null and settled_at is null;

create table webhook_subjects (
  webhook_id uuid not null references webhooks (id) on delete cascade,
  subject text not null,
  sequence integer not null,
  told_at timestamptz not null,
  primary key (webhook_id, subject)
);
