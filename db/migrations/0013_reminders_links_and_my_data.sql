-- The hour in Madrid, on the day before, at which whoever has tickets is reminded; null: nobody is. Off for events that exist.
alter table events add column reminder_at text check (reminder_at ~ '^(09|1[0-9]|20):[0-5][0-9]$');
alter table events alter column reminder_at set default '10:00';

-- Each reminder that was put into the outbox, so that none is put there twice: 'reminder:<event>:<date>:<holder>'.
create table reminders (
  key text primary key,
  event_id integer not null references events (id),
  -- Its mail, which may be gone by now.
  mail_id uuid not null,
  enqueued_at timestamptz not null
);
create index reminders_event on reminders (event_id);

-- Where whoever took a ticket wants to be reminded; null: nowhere, and once it was erased.
alter table ticket_transfers add column email text;
create index ticket_transfers_email on ticket_transfers (lower(email)) where email is not null;

-- 'Envia''m un enllaç': signs in once whoever has the mailbox. A row for each address that was asked for, with an account or without.
create table sign_in_links (
  code_hash text primary key,
  email text not null,
  -- sha-256 of the cookie of the browser that asked.
  browser_hash text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sign_in_links_age on sign_in_links (expires_at);
create index sign_in_links_email on sign_in_links (email);

-- 'Les meues dades': a link shows what is kept of one address. It works once: opening it puts the hash of a browser's own key in its place.
create table my_data_links (
  token_hash text primary key,
  email text not null,
  opened_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index my_data_links_age on my_data_links (expires_at);
create index my_data_links_email on my_data_links (email);

-- What people asked for about their own data, by themselves or through an admin. The address is nobody's once a closing is done.
create table data_requests (
  id uuid primary key,
  email text not null,
  kind text not null check (kind in ('show', 'download', 'rename', 'withdraw_consent', 'close', 'other')),
  via text not null check (via in ('account', 'link', 'admin')),
  -- In the person's own words, where no button does it.
  words text,
  -- 'waiting': what is left of it waits for the end of an event, and is done then.
  status text not null check (status in ('open', 'waiting', 'done')),
  requested_at timestamptz not null,
  done_at timestamptz,
  done_by uuid references users (id) on delete set null,
  check ((status = 'done') = (done_at is not null))
);
create index data_requests_newest on data_requests (requested_at desc, id);
create index data_requests_not_done on data_requests (requested_at) where status <> 'done';
create index data_requests_email on data_requests (email) where email <> '';
