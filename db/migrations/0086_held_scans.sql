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
