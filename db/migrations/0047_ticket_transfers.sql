-- A ticket given to a friend: whoever opens the link puts a name and takes it. The ticket keeps its row and number and gets another id.
alter table tickets
  -- Whose it is now; null while it is the buyer's.
  add column given_to text check (given_to <> '');

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
