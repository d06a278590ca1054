-- Images of the pages. That of the first one is the cover; a job draws the others in their order, so `pages_drawn` says up to which they are there.
alter table booklets
  add column pages_drawn integer not null default 1 check (pages_drawn >= 1),
  -- Since a page was drawn last.
  add column drawing_tries integer not null default 0,
  -- Somebody draws until then, or there is no room until then.
  add column drawing_until timestamptz;
