-- Mails about accounts. Which kinds there are is said by the app's table of letters: a row of any other can't be written there.
alter table mails drop constraint if exists mails_kind_check, drop constraint if exists mails_cause_check;
alter table mails add column if not exists detail jsonb;

-- 'Has oblidat la contrasenya?': who asked, for the limits alone. Addresses are hashed and forgotten after a day.
create table recovery_requests (
  id uuid primary key,
  email_hash text not null,
  network_hash text not null,
  created_at timestamptz not null
);
create index recovery_requests_email on recovery_requests (email_hash, created_at);
create index recovery_requests_network on recovery_requests (network_hash, created_at);
create index recovery_requests_age on recovery_requests (created_at);

-- One code an account: a new one takes the place of the older. Only its hash is kept.
create table recovery_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index recovery_codes_age on recovery_codes (expires_at);
