-- Uploaded files. A row is there before the first byte and goes after the last one, so that nothing lies in the storage unknown.
create table files (
  id uuid primary key,
  bucket text not null,
  state text not null check (state in ('uploading', 'ready', 'deleted')),
  -- What it is part of, as the feature of its bucket names it; null: not (yet) of anything.
  owner_id text,
  -- What counts against the quota of the bucket: what was announced, then what is stored.
  bytes integer not null check (bytes >= 0),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  -- Of the last change of its state or owner, or of the last piece that came.
  changed_at timestamptz not null
);
create index files_bucket on files (bucket, owner_id);
create index files_unowned on files (changed_at) where owner_id is null or state <> 'ready';

-- The objects in the storage that a file consists of. `name` is made by the server and never used twice.
create table file_variants (
  file_id uuid not null references files (id) on delete cascade,
  variant text not null,
  name text not null unique,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  width integer,
  height integer,
  primary key (file_id, variant)
);

-- What has come so far of a file that is sent in pieces.
create table uploads (
  file_id uuid primary key references files (id) on delete cascade,
  size integer not null check (size > 0),
  received integer not null default 0 check (received between 0 and size),
  -- Somebody is making the file out of its pieces until then.
  finishing_until timestamptz
);

create table upload_pieces (
  file_id uuid not null references uploads (file_id) on delete cascade,
  start integer not null check (start >= 0),
  bytes integer not null check (bytes > 0),
  object_name text not null unique,
  primary key (file_id, start)
);
