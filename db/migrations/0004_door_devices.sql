-- How each phone at a door said that it stands, last; the row is gone some days after.
create table door_devices (
  event_id integer not null references events (id) on delete cascade,
  device text not null,
  reported_by text not null,
  is_ready boolean not null,
  -- Scans that it has not been able to send.
  waiting integer not null check (waiting >= 0),
  -- Of the list that it has.
  list_at timestamptz,
  reported_at timestamptz not null,
  primary key (event_id, device)
);
create index door_devices_age on door_devices (reported_at);
