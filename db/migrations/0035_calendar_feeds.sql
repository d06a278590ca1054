-- One's own address of the calendar: whoever knows it reads what its person may see. A new one ends the old one.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  token uuid not null unique,
  created_at timestamptz not null
);
