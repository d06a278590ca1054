-- One booklet a year. What its PDF says is read by a job, so all of that may come later than the booklet itself.
create table booklets (
  id uuid primary key,
  year integer not null unique check (year between 1900 and 2100),
  file_id uuid not null unique references files (id),
  -- As an editor wrote it; where nobody did, what was counted stands.
  pages_told integer check (pages_told >= 1),
  pages_counted integer check (pages_counted >= 1),
  -- Numbers of the pages that are pictures alone.
  pages_without_text integer[] not null default '{}',
  reading text not null default 'waiting' check (reading in ('waiting', 'read', 'locked', 'unreadable')),
  reading_tries integer not null default 0,
  -- Somebody is reading it until then.
  reading_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index booklets_waiting on booklets (created_at) where reading = 'waiting';

-- The text of each page. `search` is made of the text without accents: its words as they stand, and their Catalan stems.
create table booklet_pages (
  booklet_id uuid not null references booklets (id) on delete cascade,
  page integer not null check (page >= 1),
  text text not null,
  search tsvector not null,
  primary key (booklet_id, page)
);
create index booklet_pages_search on booklet_pages using gin (search);
