-- Shifts at an event: its bar, door, kitchen, till, setting up. Their hours are on the wall of Europe/Madrid and counted from the event's day,
-- so that they move with it.
create table shifts (
  id uuid primary key,
  event_id integer not null references events (id) on delete cascade,
  kind text not null check (kind in ('bar', 'door', 'kitchen', 'till', 'setup')),
  -- 0: the event's day, -1 the day before.
  day_offset smallint not null check (day_offset between -7 and 7),
  starts time(0) not null,
  -- Not later than `starts`: of the day after.
  ends time(0) not null check (ends <> starts),
  places integer not null check (places between 1 and 200),
  note text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index shifts_event on shifts (event_id, day_offset, starts);

-- Who takes part in a shift, or asked to. A shift at door or till counts once an admin has accepted.
create table shift_signups (
  shift_id uuid not null references shifts (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state in ('asked', 'confirmed', 'refused')),
  asked_at timestamptz not null,
  decided_at timestamptz,
  -- Once set it stays: whoever was at the door hands in what was scanned there, however it ended.
  confirmed_at timestamptz,
  -- The hours that its person was told last; what differs is told anew.
  told_date date not null,
  told_starts time(0) not null,
  told_ends time(0) not null,
  told_withdrawn boolean not null default false,
  -- The day of the shift for which a reminder is in the outbox.
  reminded_for date,
  primary key (shift_id, user_id),
  check ((state = 'asked') = (decided_at is null)),
  check (state <> 'confirmed' or confirmed_at is not null)
);
create index shift_signups_user on shift_signups (user_id);

-- Opened in a shift: its opener counts and closes it, also once the shift is over.
alter table till_sessions add column on_shift boolean not null default false;
create index till_sessions_on_shift on till_sessions (opened_by) where on_shift and closed_at is null;

-- `pass_id` is then the account's, which was at the door by a shift.
alter table held_scans add column by_account boolean not null default false;
