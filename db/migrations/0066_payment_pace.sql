-- Payment pages are opened no faster than the provider takes them, by all processes together. Instants are those of the
-- database's clock, the one that they share.
create table provider_pace (
  provider text primary key,
  next_at timestamptz not null,
  -- Between two pages: grows while the provider refuses for haste, and shrinks again.
  gap_ms double precision not null check (gap_ms > 0)
);

-- When the provider was first asked for a page. Null: it knows nothing of this attempt, and need not be asked about it.
alter table payments add column asked_at timestamptz;
update payments set asked_at = created_at;
create index payments_creating on payments (created_at) where status = 'creating';
