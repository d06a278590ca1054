-- Orders, tickets and the money for them. Amounts are integer euro cents. Orders are never deleted.
create sequence order_digits;

create table orders (
  -- Unguessable, and the bearer of the buyer's link: never logged.
  id uuid primary key,
  order_number text not null unique,
  event_id integer not null references events (id),
  -- 'user:<id>', or 'visitor:<sha-256 of the cookie>'; null for a caller without a cookie.
  buyer text,
  user_id uuid references users (id) on delete set null,
  email text not null,
  user_name text,
  role text not null check (role in ('public', 'socio', 'comision', 'admin')),
  status text not null check (status in ('draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'refunded')),
  total_amount integer not null check (total_amount >= 0),
  ticket_quantity integer not null check (ticket_quantity > 0),
  terms_version text not null,
  hold_expires_at timestamptz,
  -- The poll of the payment page asks the provider at most every five seconds.
  provider_asked_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz
);
create index orders_open_holds on orders (hold_expires_at) where status = 'pending_payment';
create index orders_event_holds on orders (event_id, hold_expires_at) where status = 'pending_payment';
create index orders_buyer_holds on orders (buyer, event_id) where status = 'pending_payment';
create index orders_event on orders (event_id, created_at);
create index orders_user on orders (user_id);
create index orders_email on orders (email);

create table tickets (
  -- The QR payload: 26 characters of base32.
  id text primary key,
  order_id uuid not null references orders (id),
  event_id integer not null references events (id),
  position integer not null,
  ticket_number text not null unique,
  price integer not null check (price >= 0),
  -- Snapshots: [{sectionId, sectionName, items: [{id, name, emoji, price}]}] and [{id, name, emoji, price}].
  menu_selection jsonb not null,
  extras_selection jsonb not null,
  -- May hold an allergy: kitchen and admins only, erased 30 days after the event.
  note text,
  user_role text not null check (user_role in ('public', 'socio', 'comision', 'admin')),
  status text not null check (status in ('pending_payment', 'active', 'used', 'cancelled', 'refunded')),
  used_at timestamptz,
  created_at timestamptz not null,
  unique (order_id, position)
);
create index tickets_event on tickets (event_id, status);

-- Answers already given, by the caller's Idempotency-Key: one name space, kept 24 hours.
create table idempotency_keys (
  key text primary key,
  scope text not null,
  request_hash text not null,
  order_id uuid references orders (id),
  created_at timestamptz not null
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- One row per attempt to be paid. The idempotency key is stored before the provider is called.
create table payments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  provider text not null,
  idempotency_key text not null unique,
  status text not null check (status in ('creating', 'open', 'processing', 'paid', 'expired')),
  amount integer not null check (amount > 0),
  currency text not null default 'eur',
  -- The provider's own name of the hosted page, and the address where it stands.
  provider_session text unique,
  payment_url text,
  expires_at timestamptz not null,
  -- By the provider's clock.
  paid_at timestamptz,
  provider_payment text,
  created_at timestamptz not null
);
create index payments_order on payments (order_id);
create index payments_unsettled on payments (expires_at) where status in ('creating', 'open', 'processing');

-- Events received from the provider: the row and its effect are one transaction.
create table payment_events (
  id text primary key,
  provider text not null,
  type text not null,
  payment_id uuid references payments (id),
  outcome text not null,
  received_at timestamptz not null
);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  order_id uuid not null references orders (id),
  -- The provider's name of the charge that is given back.
  charge text not null,
  idempotency_key text not null unique,
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('late_payment', 'second_payment', 'requested', 'provider')),
  status text not null check (status in ('due', 'pending', 'succeeded', 'failed')),
  provider_refund text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_unsettled on refunds (next_attempt_at) where status in ('due', 'pending');

-- What needs a person: shown to admins until somebody settles it.
create table payment_cases (
  id uuid primary key,
  kind text not null check (kind in ('late_payment', 'second_payment', 'amount_differs', 'refund_failed', 'dispute')),
  order_id uuid references orders (id),
  payment_id uuid references payments (id),
  detail text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null
);

-- Every state change, with who and when.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  subject_id text not null,
  detail jsonb not null default '{}'
);
create index audit_subject on audit (subject, subject_id);
