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
