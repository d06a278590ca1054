-- Cash that is put into a drawer or taken out of it without a sale: change from the bank, an invoice, what goes to the safe.
create table till_movements (
  id uuid primary key,
  session_id uuid not null references till_sessions (id),
  -- Cents: put in above zero, taken out below.
  amount integer not null check (amount <> 0),
  reason text not null check (reason <> ''),
  moved_by uuid references users (id) on delete set null,
  moved_at timestamptz not null
);
create index till_movements_session on till_movements (session_id, moved_at);
