-- What stands on the home page below the events: an editor adds, orders and hides it.
create table home_blocks (
  id uuid primary key,
  kind text not null check (kind in ('falleres', 'monument', 'sponsors', 'numbers')),
  title text not null,
  intro text not null default '',
  -- A list of {id, text, detail, url, fileId}: people, sponsors, figures.
  items jsonb not null default '[]',
  position integer not null,
  hidden boolean not null default false,
  version integer not null default 1,
  changed_at timestamptz not null
);
