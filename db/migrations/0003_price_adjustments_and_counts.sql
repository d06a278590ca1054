-- A dish of another price: what its change would cost, and why nobody paid it where it was forgiven.
alter table menu_changes
  add column difference integer not null default 0,
  add column forgiven_reason text check (forgiven_reason <> '');

-- The difference as it changed hands: taken above zero, given back below, in which drawer and how.
create table price_adjustments (
  menu_change_id bigint primary key references menu_changes (id),
  order_id uuid not null references orders (id),
  session_id uuid not null references till_sessions (id),
  amount integer not null check (amount <> 0),
  means text not null check (means in ('cash', 'terminal', 'bizum')),
  made_by uuid references users (id) on delete set null,
  made_at timestamptz not null
);
create index price_adjustments_order on price_adjustments (order_id);
create index price_adjustments_session on price_adjustments (session_id, made_at);

-- Counts of a drawer beside the one it was closed with: those that differed and were counted again, and corrections of an admin.
create table till_counts (
  id uuid primary key,
  session_id uuid not null references till_sessions (id),
  kind text not null check (kind in ('recount', 'correction')),
  expected_cash integer not null,
  expected_terminal integer not null,
  expected_bizum integer not null,
  counted_cash integer not null check (counted_cash >= 0),
  counted_terminal integer not null check (counted_terminal >= 0),
  counted_bizum integer not null check (counted_bizum >= 0),
  reason text check (reason <> ''),
  counted_by uuid references users (id) on delete set null,
  counted_at timestamptz not null,
  check ((kind = 'correction') = (reason is not null))
);
create index till_counts_session on till_counts (session_id, counted_at);

-- Why a drawer was closed with a difference.
alter table till_sessions add column difference_reason text check (difference_reason <> '');

-- Whose plate a note is about, as it was written with the note: erased with it.
alter table tickets add column note_name text;
