-- The schema as it was when migrations began to be kept: tables, indexes, constraints, the rows that belong to them. What changes
-- it afterwards stands in db/migrations; functions and triggers, as they are today, in db/functions.
-- Amounts are integer euro cents.

------------------------------------------------------------------------------------------------------------------------------
-- People
------------------------------------------------------------------------------------------------------------------------------

-- Accounts: the tables of the auth library (better-auth, with admin), in our own names.
create table users (
  id uuid primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  role text not null default 'public' check (role in ('public', 'socio', 'comision', 'admin')),
  banned boolean not null default false,
  ban_reason text,
  ban_expires timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  impersonated_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When its person last typed the password, and when it was last heard of.
  proved_at timestamptz,
  seen_at timestamptz,
  -- Its password was right, its second factor has not been shown: it opens nothing yet.
  awaits_code boolean not null default false
);
create index sessions_user on sessions (user_id);

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index accounts_user on accounts (user_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);

-- What somebody of the staff may do, whatever they pay (users.role). The right `admin` is the role of that name and can't be
-- given by itself.
create table user_rights (
  user_id uuid not null references users (id) on delete cascade,
  staff_right text not null check (staff_right in ('door', 'editor', 'till')),
  primary key (user_id, staff_right)
);

-- 'Has oblidat la contrasenya?'. One code an account: a new one takes the place of the older. Only its hash is kept.
create table recovery_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index recovery_codes_age on recovery_codes (expires_at);

-- The second factor of accounts: the secret of an app on somebody's phone, and the codes that open the account without it.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Only the server can read it.
  sealed_secret text not null,
  -- Null until a first code has shown that the phone has it.
  confirmed_at timestamptz,
  -- Of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table second_factor_codes (
  code_hash text primary key,
  user_id uuid not null references second_factors (user_id) on delete cascade,
  used_at timestamptz
);
create index second_factor_codes_user on second_factor_codes (user_id);

-- One's own address of the calendar: whoever knows it reads what its person may see. A new one ends the old one.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  token uuid not null unique,
  created_at timestamptz not null
);

------------------------------------------------------------------------------------------------------------------------------
-- Uploaded files
------------------------------------------------------------------------------------------------------------------------------

-- A row is there before the first byte and goes after the last one, so that nothing lies in the storage unknown.
create table files (
  id uuid primary key,
  bucket text not null,
  state text not null check (state in ('uploading', 'ready', 'deleted')),
  -- What it is part of, as the feature of its bucket names it; null: not (yet) of anything.
  owner_id text,
  -- What counts against the quota of the bucket: what was announced, then what is stored.
  bytes integer not null check (bytes >= 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- Of the last change of its state or owner, or of the last piece that came.
  changed_at timestamptz not null
);
create index files_bucket on files (bucket, owner_id);
create index files_unowned on files (changed_at) where owner_id is null or state <> 'ready';

-- The objects in the storage that a file consists of. `name` is made by the server and never used twice.
create table file_variants (
  file_id uuid not null references files (id) on delete cascade,
  variant text not null,
  name text not null unique,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  width integer,
  height integer,
  primary key (file_id, variant)
);

-- What has come so far of a file that is sent in pieces.
create table uploads (
  file_id uuid primary key references files (id) on delete cascade,
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- Somebody is making the file out of its pieces until then.
  finishing_until timestamptz
);

create table upload_pieces (
  file_id uuid not null references uploads (file_id) on delete cascade,
  start integer not null check (start >= 0),
  bytes integer not null check (bytes > 0),
  object_name text not null unique,
  primary key (file_id, start)
);

------------------------------------------------------------------------------------------------------------------------------
-- Events and their menus
------------------------------------------------------------------------------------------------------------------------------

create table events (
  id integer generated by default as identity primary key,
  title text not null,
  event_date date not null,
  -- Wall clock in Europe/Madrid.
  event_time time(0) not null,
  -- On the same wall; earlier than the hour of the event: of the day after. Null: nobody has said.
  end_time time,
  location text,
  description text not null default '',
  reference_price integer not null check (reference_price >= 0),
  image text not null,
  visibility text not null default 'public' check (visibility in ('public', 'socio', 'comision')),
  -- Nothing is sold before; null: from the event's making on.
  sale_start timestamptz,
  sale_end_date date,
  -- Until then whoever holds a ticket may change its dishes for others of the same price; null: nobody may.
  kitchen_deadline timestamptz,
  -- 'Eixida i tornada'.
  exit_reentry boolean not null default false,
  -- 'Servir a la cuina': serving is marked apart from entering.
  kitchen_service boolean not null default false,
  -- Whether people may wait for places once it is sold out.
  waiting_list boolean not null default true,
  -- Whether its tickets can be given to somebody else by a link. What was given before stays given.
  giving_allowed boolean not null default true,
  -- Which event it was made from: its sales are what the new ones are looked at beside.
  copied_from integer references events (id),
  -- Bumped by every edit of the event or its menu: a sale decided on an older version is decided again.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- An archived event is out of sight and its tickets stay valid; a withdrawn one does not take place, and money for it goes
  -- back in the name of whoever withdrew it; one that was deleted before anybody had a ticket is in no list any more.
  archived_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users (id) on delete set null,
  deleted_at timestamptz,
  constraint withdrawn_is_archived check (withdrawn_at is null or archived_at is not null),
  check (deleted_at is null or archived_at is not null)
);
create index events_by_date on events (event_date, event_time) where archived_at is null;

-- The picture of an event that somebody uploaded, in place of the drawn poster.
create table event_pictures (
  event_id integer primary key references events (id) on delete cascade,
  file_id uuid not null references files (id),
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);

-- The stock counter is a row of its own, so that editing an event never touches it and a sale never waits for an editor.
create table event_stock (
  event_id integer primary key references events (id),
  max_tickets integer check (max_tickets >= 0),
  -- What open sale can't have: tickets, places of open offers, and those set aside for the parties that wait.
  sold integer not null default 0 check (sold >= 0),
  -- A limit may be put below what is sold: nothing is sold any more, and nobody loses a ticket.
  sold_when_limited integer not null default 0,
  parties_waiting integer not null default 0 check (parties_waiting >= 0),
  set_aside integer not null default 0 check (set_aside >= 0)
);

-- Rows of a menu are never deleted, only archived: sold tickets keep their own snapshot.
create table event_sections (
  id text primary key,
  event_id integer not null references events (id),
  name text not null,
  required boolean not null default true,
  max_selection integer not null default 1 check (max_selection >= 1),
  position integer not null,
  archived_at timestamptz
);
create index event_sections_event on event_sections (event_id, position);

create table event_section_items (
  id text primary key,
  section_id text not null references event_sections (id),
  name text not null,
  emoji text not null default '🍽️',
  price_public integer check (price_public >= 0),
  price_member integer check (price_member >= 0),
  price_commission integer check (price_commission >= 0),
  -- The generic price that the others fall back to (spec §6).
  price integer check (price >= 0),
  position integer not null,
  archived_at timestamptz,
  check (coalesce(price_public, price) is not null)
);
create index event_section_items_section on event_section_items (section_id, position);

create table event_additional_options (
  id text primary key,
  event_id integer not null references events (id),
  name text not null,
  emoji text not null default '🍽️',
  price_public integer check (price_public >= 0),
  price_member integer check (price_member >= 0),
  price_commission integer check (price_commission >= 0),
  price integer check (price >= 0),
  position integer not null,
  archived_at timestamptz,
  check (coalesce(price_public, price) is not null)
);
create index event_additional_options_event on event_additional_options (event_id, position);

-- The places of dishes that can run out; the others have no row. `sold` counts the dish on waiting, valid and used tickets.
-- Every change of it is made under the lock of the event's stock row.
create table dish_stock (
  item_id text primary key references event_section_items (id),
  event_id integer not null references events (id),
  places integer not null check (places >= 0),
  sold integer not null default 0 check (sold >= 0),
  -- Places may be put below what is sold, as the limit of an event may.
  sold_when_limited integer not null default 0
);
create index dish_stock_event on dish_stock (event_id);

------------------------------------------------------------------------------------------------------------------------------
-- Orders and tickets
------------------------------------------------------------------------------------------------------------------------------

-- The last four digits of an order's number.
create sequence order_digits;

-- Orders are never deleted.
create table orders (
  -- Unguessable, and the bearer of the buyer's link: never logged.
  id uuid primary key,
  order_number text not null unique,
  event_id integer not null references events (id),
  -- 'user:<id>', or 'visitor:<sha-256 of the cookie>'; null for a caller without a cookie.
  buyer text,
  -- Of the buyer's network only what the server's secret makes of it is kept, and that for a day.
  network_hash text,
  cookieless boolean not null default false,
  user_id uuid references users (id) on delete set null,
  -- Whoever buys in person may leave none.
  email text,
  user_name text,
  role text not null check (role in ('public', 'socio', 'comision', 'admin')),
  status text not null check (status in ('draft', 'pending_payment', 'paid', 'completed', 'cancelled', 'refunded')),
  total_amount integer not null check (total_amount >= 0),
  ticket_quantity integer not null check (ticket_quantity > 0),
  terms_version text not null,
  hold_expires_at timestamptz,
  -- The poll of the payment page asks the provider at most every five seconds.
  provider_asked_at timestamptz,
  -- What opens the order to its buyer since its address was corrected; null: its own id does.
  link_id uuid unique,
  -- When the buyer corrected the address: once.
  address_corrected_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz
);
create index orders_open_holds on orders (hold_expires_at) where status = 'pending_payment';
create index orders_event_holds on orders (event_id, hold_expires_at) where status = 'pending_payment';
create index orders_event on orders (event_id, created_at);
-- The caps of an order have one index for each question (db/functions/order_caps.sql).
create index orders_buyer on orders (buyer, event_id);
create index orders_network on orders (network_hash, event_id) where network_hash is not null;
create index orders_user on orders (user_id);
create index orders_email on orders (email);
create index orders_newest on orders (created_at desc, id desc);

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
  -- While its payment is disputed at the bank it lets nobody in.
  suspended_at timestamptz,
  -- Whose it is now; null while it is the buyer's, '' where the name has been erased.
  given_to text,
  created_at timestamptz not null,
  unique (order_id, position)
);
create index tickets_event on tickets (event_id, status);

-- The only moves between states; the app's table is domain/order/status.ts, and a test holds the two against each other.
create table status_moves (
  subject text not null check (subject in ('orders', 'tickets')),
  from_status text not null,
  to_status text not null,
  primary key (subject, from_status, to_status)
);
insert into status_moves (subject, from_status, to_status) values
  ('orders', 'draft', 'pending_payment'),
  ('orders', 'draft', 'cancelled'),
  ('orders', 'pending_payment', 'paid'),
  ('orders', 'pending_payment', 'completed'),
  ('orders', 'pending_payment', 'cancelled'),
  ('orders', 'pending_payment', 'refunded'),
  ('orders', 'paid', 'refunded'),
  ('orders', 'paid', 'cancelled'),
  ('orders', 'completed', 'cancelled'),
  ('orders', 'cancelled', 'paid'),
  ('orders', 'cancelled', 'refunded'),
  ('tickets', 'pending_payment', 'active'),
  ('tickets', 'pending_payment', 'cancelled'),
  ('tickets', 'pending_payment', 'refunded'),
  ('tickets', 'active', 'used'),
  ('tickets', 'active', 'cancelled'),
  ('tickets', 'active', 'refunded'),
  ('tickets', 'used', 'active'),
  ('tickets', 'cancelled', 'active'),
  ('tickets', 'cancelled', 'refunded');

-- Answers already given, by the caller's Idempotency-Key: one name space, kept 24 hours.
create table idempotency_keys (
  key text primary key,
  scope text not null,
  request_hash text not null,
  order_id uuid references orders (id),
  -- What the first request was answered, where that is no order.
  answer jsonb,
  created_at timestamptz not null
);
create index idempotency_keys_age on idempotency_keys (created_at);

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

-- A ticket given to a friend: whoever opens the link puts a name and takes it. The ticket keeps its row and number and gets another id.
create table ticket_transfers (
  -- Of the link's code, the rest of which is signed.
  id uuid primary key,
  ticket_id text not null references tickets (id) on update cascade,
  created_at timestamptz not null,
  taken_at timestamptz,
  -- sha-256 of what opens the ticket to whoever took it: kept nowhere.
  key_hash text unique,
  -- Given up, or taken back.
  ended_at timestamptz,
  check ((taken_at is null) = (key_hash is null))
);
create unique index ticket_transfers_open on ticket_transfers (ticket_id) where ended_at is null;
create index ticket_transfers_ticket on ticket_transfers (ticket_id);

-- Ids that a ticket had before it was given to somebody else.
create table retired_ticket_ids (
  id text primary key,
  ticket_id text not null references tickets (id) on update cascade,
  retired_at timestamptz not null
);

-- 'He perdut el tiquet': a link opens the tickets of one address. It works once: opening it puts the hash of a browser's own key
-- in its place.
create table ticket_links (
  token_hash text primary key,
  email text not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index ticket_links_age on ticket_links (expires_at);

------------------------------------------------------------------------------------------------------------------------------
-- The waiting list
------------------------------------------------------------------------------------------------------------------------------

-- In which order addresses were confirmed.
create sequence waiting_queue;

-- Parties that wait for places of a sold-out event: a row is one party's way through the list, its offer included.
create table waiting_parties (
  id uuid primary key,
  event_id integer not null references events (id),
  -- Null once it was erased.
  email text,
  -- How many want to come together: never split.
  places integer not null check (places between 1 and 20),
  status text not null check (status in ('unconfirmed', 'waiting', 'offered', 'taken', 'expired', 'left', 'removed', 'ended')),
  -- Given when the address is confirmed: the order of the list.
  queue_number bigint,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  offered_at timestamptz,
  offer_expires_at timestamptz,
  -- What the offer holds; after an order, what the order took.
  offered_places integer check (offered_places between 1 and 20),
  order_id uuid references orders (id),
  ended_at timestamptz,
  check (status in ('unconfirmed', 'left', 'removed', 'ended') or queue_number is not null),
  check (status not in ('offered', 'taken', 'expired') or num_nulls(offered_at, offer_expires_at, offered_places) = 0)
);
create unique index waiting_parties_once on waiting_parties (event_id, lower(email)) where status in ('unconfirmed', 'waiting', 'offered');
create index waiting_parties_queue on waiting_parties (event_id, queue_number) where status = 'waiting';
create index waiting_parties_offers on waiting_parties (offer_expires_at) where status = 'offered';
create index waiting_parties_order on waiting_parties (order_id) where order_id is not null;

-- What an admin has said about an event's list.
create table waiting_lists (
  event_id integer primary key references events (id),
  -- Parties that fit may be offered places before a larger one that waits for more.
  smaller_pass boolean not null
);

------------------------------------------------------------------------------------------------------------------------------
-- Payments
------------------------------------------------------------------------------------------------------------------------------

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
  -- How it was paid where no provider knows of it.
  means text check (means in ('cash', 'terminal', 'bizum')),
  expires_at timestamptz not null,
  -- When the provider was first asked for a page. Null: it knows nothing of this attempt, and need not be asked about it.
  asked_at timestamptz,
  -- By the provider's clock.
  paid_at timestamptz,
  provider_payment text,
  created_at timestamptz not null,
  constraint payments_by_hand check (means is null or provider = 'till')
);
create index payments_order on payments (order_id);
create index payments_unsettled on payments (expires_at) where status in ('creating', 'open', 'processing');
create index payments_creating on payments (created_at) where status = 'creating';
-- Money by the day it came.
create index payments_paid on payments (paid_at) where status = 'paid';

-- Events received from the provider: the row and its effect are one transaction.
create table payment_events (
  id text primary key,
  provider text not null,
  type text not null,
  payment_id uuid references payments (id),
  outcome text not null,
  -- Or read from the provider's list.
  by_webhook boolean not null default false,
  received_at timestamptz not null
);
-- Rows older than what the provider still tells are forgotten.
create index payment_events_age on payment_events (received_at);

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  order_id uuid not null references orders (id),
  -- The provider's name of the charge that is given back.
  charge text not null,
  idempotency_key text not null unique,
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('late_payment', 'second_payment', 'event_cancelled', 'requested', 'provider')),
  status text not null check (status in ('due', 'pending', 'succeeded', 'failed')),
  provider_refund text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  -- Pending refunds are asked about directly.
  polled_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- A refund that the provider has, it has under a name: without one it could never be asked about.
  constraint refunds_named check (status not in ('pending', 'succeeded') or provider_refund is not null)
);
create index refunds_unsettled on refunds (next_attempt_at) where status in ('due', 'pending');
-- The provider's own refund belongs to one row, however often we hear of it.
create unique index refunds_provider_refund on refunds (provider_refund) where provider_refund is not null;
create index refunds_charge on refunds (charge);
create index refunds_order on refunds (order_id);

-- What needs a person: shown to admins until somebody settles it.
create table payment_cases (
  id uuid primary key,
  kind text not null check (kind in
    ('late_payment', 'second_payment', 'event_cancelled', 'amount_differs', 'refund_failed', 'refund_delayed', 'dispute', 'partial_refund',
     'unknown_charge', 'mismatch', 'provider_refuses', 'clock_drift')),
  order_id uuid references orders (id),
  payment_id uuid references payments (id),
  -- What of the provider's it is about (charge, refund, dispute): one case for each.
  reference text,
  -- Numbers and codes; the words are made where they are shown. `detail`: the words of cases from before.
  facts jsonb not null default '{}',
  detail text,
  -- Open disputes are asked about directly.
  polled_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references users (id) on delete set null
);
create unique index payment_cases_reference on payment_cases (kind, reference) where reference is not null;
create index payment_cases_open on payment_cases (created_at) where settled_at is null;
create index payment_cases_order on payment_cases (order_id);

-- One reconciliation with the provider's books a night, by whichever process comes first.
create table reconciliations (
  day date primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  sessions integer,
  mismatches integer
);

-- How far we have read what happened at the provider, so that what no webhook told of is found all the same.
create table provider_feeds (
  provider text primary key,
  -- By the provider's clock; null before the first reading.
  read_until timestamptz,
  -- When somebody last began to read, and when a reading last came to its end.
  asked_at timestamptz not null,
  read_at timestamptz
);

-- Payment pages are opened no faster than the provider takes them, by all processes together. Instants are those of the
-- database's clock, the one that they share.
create table provider_pace (
  provider text primary key,
  next_at timestamptz not null,
  -- Between two pages: grows while the provider refuses for haste, and shrinks again.
  gap_ms double precision not null check (gap_ms > 0)
);

------------------------------------------------------------------------------------------------------------------------------
-- The till: tickets sold in person, paid by hand
------------------------------------------------------------------------------------------------------------------------------

-- Its drawers are opened with a float and closed by counting.
create table till_sessions (
  id uuid primary key,
  -- Which drawer: 'Porta', 'Casal'.
  name text not null,
  opened_by uuid references users (id) on delete set null,
  opened_at timestamptz not null,
  opening_float integer not null check (opening_float >= 0),
  closed_by uuid references users (id) on delete set null,
  closed_at timestamptz,
  -- What our records said at the closing, and what was counted.
  expected_cash integer,
  expected_terminal integer,
  expected_bizum integer,
  counted_cash integer check (counted_cash >= 0),
  counted_terminal integer check (counted_terminal >= 0),
  counted_bizum integer check (counted_bizum >= 0),
  note text,
  check (num_nonnulls(closed_at, expected_cash, expected_terminal, expected_bizum, counted_cash, counted_terminal, counted_bizum) in (0, 7))
);
-- A drawer is open once: whoever comes second joins.
create unique index till_sessions_open on till_sessions (lower(name)) where closed_at is null;
create index till_sessions_newest on till_sessions (opened_at desc);

create table till_sales (
  order_id uuid primary key references orders (id),
  session_id uuid not null references till_sessions (id),
  sold_by uuid references users (id) on delete set null,
  sold_at timestamptz not null,
  -- Why it cost nothing: on the house.
  reason text
);
create index till_sales_session on till_sales (session_id, sold_at);

-- Money given back by hand, out of which drawer and how.
create table till_payouts (
  refund_id uuid primary key references refunds (id),
  session_id uuid not null references till_sessions (id),
  means text not null check (means in ('cash', 'terminal', 'bizum')),
  paid_by uuid references users (id) on delete set null,
  paid_at timestamptz not null
);
create index till_payouts_session on till_payouts (session_id, paid_at);

-- Cash that is put into a drawer or taken out of it without a sale: change from the bank, an invoice, what goes to the safe.
create table till_movements (
  id uuid primary key,
  session_id uuid not null references till_sessions (id),
  -- Put in above zero, taken out below.
  amount integer not null check (amount <> 0),
  reason text not null check (reason <> ''),
  moved_by uuid references users (id) on delete set null,
  moved_at timestamptz not null
);
create index till_movements_session on till_movements (session_id, moved_at);

------------------------------------------------------------------------------------------------------------------------------
-- The door
------------------------------------------------------------------------------------------------------------------------------

-- Lets whoever has its link scan for the chosen events, and nothing else.
create table evening_passes (
  id uuid primary key,
  name text not null,
  -- sha-256 of the token: the link itself is kept nowhere.
  token_hash text not null unique,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create table evening_pass_events (
  pass_id uuid not null references evening_passes (id) on delete cascade,
  event_id integer not null references events (id),
  primary key (pass_id, event_id)
);

-- Every scan with who, when and on which device.
create table scans (
  id bigint generated always as identity primary key,
  -- Named by the device for each act that changes something: repeated, it is answered as before.
  nonce text unique,
  kind text not null check (kind in ('look', 'entry', 'reentry', 'exit', 'undo', 'serve', 'unserve')),
  code text not null,
  success boolean not null,
  message text not null,
  -- The event the door was open for; null where none was chosen.
  event_id integer references events (id),
  ticket_id text references tickets (id) on update cascade,
  -- 'user:<id>' or 'pass:<id>'.
  scanned_by text not null,
  device text,
  -- By our clock: a scan without network says how long ago it was.
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  offline boolean not null default false,
  -- Let in without network though the ticket did not let anybody in by then.
  conflict boolean not null default false,
  -- The admission that an undo takes back: once.
  undoes bigint unique references scans (id)
);
create index scans_ticket on scans (ticket_id, id) where ticket_id is not null;
create index scans_admissions on scans (event_id, scanned_at) where success and kind in ('entry', 'reentry');
create index scans_conflicts on scans (event_id) where conflict;

-- Scans without network of a pass that was ended by hand, or that came too late: an admin takes or drops them.
create table held_scans (
  id bigint generated always as identity primary key,
  nonce text not null unique,
  -- Passes are forgotten before what they scanned is.
  pass_id uuid not null,
  pass_name text not null,
  reason text not null check (reason in ('revoked', 'after_end', 'late')),
  event_id integer not null references events (id) on delete cascade,
  -- Half of a sha-256 of the ticket's id, as the phone sends it.
  hash text not null,
  decision text not null,
  -- The nonce of the admission that it takes back.
  undoes text,
  device text,
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  decided_at timestamptz,
  taken boolean,
  check ((decided_at is null) = (taken is null))
);
create index held_scans_waiting on held_scans (pass_id, event_id) where decided_at is null;

-- 'Servir a la cuina': which dishes of a ticket were given out. Who, when and on which device stands in the scan.
create table served_dishes (
  id bigint generated always as identity primary key,
  scan_id bigint not null references scans (id),
  ticket_id text not null references tickets (id) on update cascade,
  -- Among the dishes of the ticket's menu, in their order, and its extras after them; from 0.
  place smallint not null check (place >= 0),
  section text not null,
  name text not null,
  undone_at timestamptz
);
-- A dish is given out once, however many counters there are.
create unique index served_dishes_once on served_dishes (ticket_id, place) where undone_at is null;
create index served_dishes_scan on served_dishes (scan_id);

------------------------------------------------------------------------------------------------------------------------------
-- Mail
------------------------------------------------------------------------------------------------------------------------------

-- The outbox: a mail is a row of the transaction that caused it, sent afterwards by whoever takes the lease. Which kinds there
-- are is said by the app.
create table mails (
  id uuid primary key,
  kind text not null,
  -- 'sale': the one mail that each paid order has; 'resend': asked for later.
  cause text not null,
  order_id uuid references orders (id),
  recipient text not null,
  -- What its writer must know besides the order; never a secret.
  detail jsonb,
  status text not null check (status in ('pending', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  -- A mail that an admin sends again has a new day to be tried in.
  tried_since timestamptz,
  -- Sendings of which nobody knows whether the mail arrived: each further one may be a copy.
  uncertain_sendings integer not null default 0,
  -- What kept it from leaving, as a code; `last_error` keeps what the mail server said.
  failure text,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index mails_one_per_sale on mails (order_id) where cause = 'sale';
create index mails_order on mails (order_id, created_at);
create index mails_recipient on mails (recipient, created_at);
create index mails_due on mails (next_attempt_at) where status in ('pending', 'sending');
create index mails_not_sent on mails (created_at) where status <> 'sent';
create index mails_failure on mails (failure) where status = 'failed';

-- When the next mail may leave: mail servers count how many come in a second, whichever of our processes sends them.
create table mail_pace (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);
insert into mail_pace (next_at) values ('-infinity');

------------------------------------------------------------------------------------------------------------------------------
-- What the association shows: news, booklets, home, awards, settings
------------------------------------------------------------------------------------------------------------------------------

create table news (
  id integer generated by default as identity primary key,
  title text not null check (title <> ''),
  content text not null check (content <> ''),
  excerpt text,
  status text not null default 'draft' check (status in ('draft', 'published')),
  category text not null default 'general',
  tags text[] not null default '{}',
  featured boolean not null default false,
  author_id uuid references users (id) on delete set null,
  -- Title, content and excerpt in small letters and without accents.
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Kept when it is made a draft again; in the future: not shown before.
  published_at timestamptz,
  check (status = 'draft' or published_at is not null)
);
create index news_newest on news (featured desc, (coalesce(published_at, created_at)) desc, id desc);

create table news_images (
  file_id uuid primary key references files (id) on delete cascade,
  news_id integer not null references news (id) on delete cascade,
  position integer not null check (position between 0 and 4),
  alt text not null,
  unique (news_id, position)
);

-- One booklet a year. What its PDF says is read by a job, so all of that may come later than the booklet itself.
create table booklets (
  id uuid primary key,
  year integer not null unique check (year between 1900 and 2100),
  file_id uuid not null unique references files (id),
  -- As an editor wrote it; where nobody did, what was counted stands.
  pages_told integer check (pages_told >= 1),
  pages_counted integer check (pages_counted >= 1),
  -- Numbers of the pages that are pictures alone.
  pages_without_text integer[] not null default '{}',
  reading text not null default 'waiting' check (reading in ('waiting', 'read', 'locked', 'unreadable')),
  reading_tries integer not null default 0,
  -- Somebody is reading it until then.
  reading_until timestamptz,
  -- Up to which page images of the pages are there: that of the first one is the cover; a job draws the others in their order.
  pages_drawn integer not null default 1 check (pages_drawn >= 1),
  -- Since a page was drawn last.
  drawing_tries integer not null default 0,
  -- Somebody draws until then, or there is no room until then.
  drawing_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index booklets_waiting on booklets (created_at) where reading = 'waiting';

-- The text of each page. `search` is made of the text without accents: its words as they stand, and their Catalan stems.
create table booklet_pages (
  booklet_id uuid not null references booklets (id) on delete cascade,
  page integer not null check (page >= 1),
  text text not null,
  search tsvector not null,
  primary key (booklet_id, page)
);
create index booklet_pages_search on booklet_pages using gin (search);

-- What stands on the home page below the events: an editor adds, orders and hides it.
create table home_blocks (
  id uuid primary key,
  kind text not null check (kind in ('falleres', 'monument', 'sponsors', 'numbers')),
  title text not null,
  intro text not null default '',
  -- A list of {id, text, detail, url, fileId}: people, sponsors, figures.
  items jsonb not null default '[]',
  position integer not null,
  hidden boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz not null
);

-- What the association has won, year by year.
create table awards (
  id uuid primary key,
  year integer not null check (year between 1900 and 2100),
  title text not null,
  detail text not null default '',
  version integer not null default 1,
  changed_at timestamptz not null
);
create index awards_year on awards (year desc, changed_at);

create table award_photos (
  award_id uuid not null references awards (id) on delete cascade,
  file_id uuid not null references files (id),
  position integer not null,
  primary key (award_id, file_id)
);

-- What the association has set of itself, a row for each page of the settings; what is not here is as it comes with the product.
create table site_settings (
  section text primary key check (section in ('identity', 'contact', 'texts')),
  version integer not null check (version > 0),
  content jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);

-- Purchase conditions and privacy text. Never changed: an order names the version its buyer accepted, and it stays readable.
create table legal_texts (
  version text primary key,
  terms text not null,
  privacy text not null,
  created_at timestamptz not null,
  created_by uuid references users (id) on delete set null
);

------------------------------------------------------------------------------------------------------------------------------
-- Watching over it
------------------------------------------------------------------------------------------------------------------------------

-- Every state change, with who and when. It is only ever added to.
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

-- A chain of hashes: whoever changes or takes away a row of the audit breaks the chain from there on, whoever cuts its end no
-- longer has the head that somebody noted. It is made after the sale, not by it: rows that had to wait for the hash before them
-- would make every sale wait for every other.
create table audit_chain (
  -- From 1, without gaps: the order of sealing, which is not quite that of the ids (a long transaction commits late).
  position bigint primary key,
  audit_id bigint not null unique references audit (id),
  -- sha256 of the hash before (of nothing for the first) and of what the row says.
  hash bytea not null
);

-- How often passwords were tried and mails asked for, counted for all processes together. Whose tries they are is hashed with the
-- server's secret. Counts may be lost in a crash, so nothing of them is logged; the limiting library names the columns.
create unlogged table limited_acts (
  key varchar(255) primary key,
  points integer not null,
  expire bigint
);
create index limited_acts_age on limited_acts (expire);

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

------------------------------------------------------------------------------------------------------------------------------
-- The demo
------------------------------------------------------------------------------------------------------------------------------

-- Which events belong to it: a table of their own, so that the product's rows say nothing of it.
create table demo_events (
  -- Names an event of the cast.
  key text primary key,
  event_id integer not null unique references events (id) on delete cascade
);

-- The sandbox payment provider: its own books, which only adapters/payments/sandbox reads and writes.
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
