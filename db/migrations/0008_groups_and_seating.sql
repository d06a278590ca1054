-- Colles: who comes together to an event. A ticket is in one group at most, because it says so itself.
alter table events add column groups boolean not null default false;
-- Until then whoever holds an order chooses its group; null: until the kitchen's deadline, else the end of the sale.
alter table events add column groups_close_at timestamptz;

create table event_groups (
  id uuid primary key,
  event_id integer not null references events (id),
  -- Six characters without look-alikes: whoever knows it may join.
  code text not null unique,
  name text not null,
  max_places integer not null default 60 check (max_places >= 0),
  -- Where a group that was merged lives on: its link still leads there.
  merged_into uuid references event_groups (id) on delete cascade,
  created_at timestamptz not null
);
create index event_groups_event on event_groups (event_id);
create index event_groups_merged on event_groups (merged_into) where merged_into is not null;

alter table tickets add column group_id uuid references event_groups (id) on delete set null;
create index tickets_group on tickets (group_id) where group_id is not null;

-- What an order asked for: the name its buyer chose to show, and why it has no group where it asked for one.
create table order_groups (
  order_id uuid primary key references orders (id),
  group_id uuid references event_groups (id) on delete set null,
  first_name text,
  refused text check (refused in ('full', 'closed', 'gone'))
);
create index order_groups_group on order_groups (group_id) where group_id is not null;

-- The hall of an event: one row with the version of its plan, which every change of rooms, tables and seats locks.
create table halls (
  event_id integer primary key references events (id) on delete cascade,
  version integer not null default 1,
  published_at timestamptz,
  changed_at timestamptz not null,
  -- What could not be done the last time seats were arranged, in words.
  notes jsonb not null default '[]'
);

create table hall_rooms (
  id uuid primary key,
  event_id integer not null references halls (event_id) on delete cascade,
  position integer not null,
  name text not null
);
create index hall_rooms_event on hall_rooms (event_id);

-- A long table is a row of stretches, each a table of its own: neighbours have the next place in the same row.
create table hall_tables (
  id uuid primary key,
  event_id integer not null references halls (event_id) on delete cascade,
  room_id uuid not null references hall_rooms (id) on delete cascade,
  number integer not null check (number > 0),
  row_name text not null,
  place integer not null,
  shape text not null check (shape in ('long', 'round')),
  seats integer not null check (seats > 0),
  label text,
  accessible boolean not null default false,
  constraint hall_tables_number unique (event_id, number) deferrable initially deferred
);
create index hall_tables_room on hall_tables (room_id);

create table ticket_seats (
  ticket_id text primary key references tickets (id) on update cascade on delete cascade,
  event_id integer not null references halls (event_id) on delete cascade,
  table_id uuid not null references hall_tables (id) on delete cascade,
  pinned boolean not null default false
);
create index ticket_seats_table on ticket_seats (table_id);
create index ticket_seats_event on ticket_seats (event_id);

-- The plan before a change, by ticket numbers, which a transfer leaves as they are: what an admin undoes.
create table seating_versions (
  event_id integer not null references halls (event_id) on delete cascade,
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  seats jsonb not null,
  primary key (event_id, version)
);

-- The tables an order's holder was last told of.
create table table_notices (
  order_id uuid primary key references orders (id),
  event_id integer not null references events (id) on delete cascade,
  tables text not null,
  told_at timestamptz not null
);
create index table_notices_event on table_notices (event_id);
