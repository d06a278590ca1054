-- The door: what an event allows there, evening passes, and every scan with who, when and on which device.
alter table events
  -- 'Eixida i tornada'.
  add column exit_reentry boolean not null default false,
  -- 'Servir a la cuina': serving is marked apart from entering.
  add column kitchen_service boolean not null default false;

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

-- Ids that a ticket had before it was given to somebody else.
create table retired_ticket_ids (
  id text primary key,
  ticket_id text not null references tickets (id) on update cascade,
  retired_at timestamptz not null
);

create table scans (
  id bigint generated always as identity primary key,
  -- Named by the device for each act that changes something: repeated, it is answered as before.
  nonce text unique,
  kind text not null check (kind in ('look', 'entry', 'reentry', 'exit', 'undo')),
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
