-- What a phone, a computer or a security key signs with instead of password and code: only its public half is here.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  -- Of the signatures that its device has made, where it counts them.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a browser was given to sign: once, for one purpose, in one session where there is one.
create table passkey_challenges (
  id uuid primary key,
  challenge text not null,
  purpose text not null check (purpose in ('add', 'prove', 'sign_in')),
  session_token text references sessions (token) on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_token);
