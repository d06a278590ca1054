-- The second factor of accounts: the secret of an app on somebody's phone, and the codes that open the account without it.
drop table two_factors;
alter table users drop column two_factor_enabled;

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

-- Its password was right, its second factor has not been shown: it opens nothing yet.
alter table sessions add column awaits_code boolean not null default false;
