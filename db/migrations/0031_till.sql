-- The till: tickets sold in person, paid by hand. Its drawers are opened with a float and closed by counting.
-- Whoever buys in person may leave no address.
alter table orders alter column email drop not null;

-- How something was paid that no provider knows of.
alter table payments
  add column means text check (means in ('cash', 'terminal', 'bizum')),
  add constraint payments_by_hand check (means is null or provider = 'till');

create table till_sessions (
  id uuid primary key,
  -- Which drawer: 'Porta', 'Casal'.
  name text not null,
  opened_by uuid references users (id) on delete set null,
  opened_at timestamptz not null,
  opening_float integer not null check (opening_float >= 0),
  closed_by uuid references users (id) on delete set null,
  closed_at timestamptz,
  -- Cents; what our records said at the closing, and what was counted.
  expected_cash integer,
  expected_terminal integer,
  expected_bizum integer,
  counted_cash integer check (counted_cash >= 0),
  counted_terminal integer check (counted_terminal >= 0),
  counted_bizum integer check (counted_bizum >= 0),
  note text,
  check (num_nonnulls(closed_at, expected_cash, expected_terminal, expected_bizum, counted_cash, counted_terminal, counted_bizum) in (0, 7))
);
-- A drawer is open once: whoever comes second joins.
create unique index till_sessions_open on till_sessions (lower(name)) where closed_at is null;
create index till_sessions_newest on till_sessions (opened_at desc);

create table till_sales (
  order_id uuid primary key references orders (id),
  session_id uuid not null references till_sessions (id),
  sold_by uuid references users (id) on delete set null,
  sold_at timestamptz not null,
  -- Why it cost nothing: on the house.
  reason text
);
create index till_sales_session on till_sales (session_id, sold_at);

-- Money given back by hand, out of which drawer and how.
create table till_payouts (
  refund_id uuid primary key references refunds (id),
  session_id uuid not null references till_sessions (id),
  means text not null check (means in ('cash', 'terminal', 'bizum')),
  paid_by uuid references users (id) on delete set null,
  paid_at timestamptz not null
);
create index till_payouts_session on till_payouts (session_id, paid_at);

-- No mail to nobody: one line of `place_order`, whatever else stands in it by now.
do $$
declare
  v_line constant text := $line$values ((p->>'mailId')::uuid, 'tickets', 'sale', v_order, p->>'email', 'pending', v_now, v_now);$line$;
  v_definition text := pg_get_functiondef('place_order(jsonb)'::regprocedure);
begin
  if position(v_line in v_definition) = 0 then
    raise exception 'place_order writes its mail in other words';
  end if;
  execute replace(v_definition, v_line, $line$select (p->>'mailId')::uuid, 'tickets', 'sale', v_order, p->>'email', 'pending', v_now, v_now where p->>'email' is not null;$line$);
end
$$;
