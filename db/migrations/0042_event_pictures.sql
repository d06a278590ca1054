-- The picture of an event that somebody uploaded, in place of the drawn poster.
create table event_pictures (
  event_id integer primary key references events (id) on delete cascade,
  file_id uuid not null references files (id),
  changed_at timestamptz not null,
  changed_by uuid references users (id) on delete set null
);
