-- Mails of more kinds. Which there are is said by the app's table of letters: a row of any other can't be written there.
alter table mails drop constraint if exists mails_kind_check, drop constraint if exists mails_cause_check;
-- What a mail's writer must know besides the order; never a secret.
alter table mails add column if not exists detail jsonb;

-- 'He perdut el tiquet': who asked, for the limits alone. Addresses are hashed and forgotten after a day.
create table lost_ticket_requests (
  id uuid primary key,
  email_hash text not null,
  network_hash text not null,
  created_at timestamptz not null
);
create index lost_ticket_requests_email on lost_ticket_requests (email_hash, created_at);
create index lost_ticket_requests_network on lost_ticket_requests (network_hash, created_at);
create index lost_ticket_requests_age on lost_ticket_requests (created_at);

-- A link opens the tickets of one address. It works once: opening it puts the hash of a browser's own key in its place.
create table ticket_links (
  token_hash text primary key,
  email text not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index ticket_links_age on ticket_links (expires_at);
