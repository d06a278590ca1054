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

-- A connection keeps the plans that it made when its tables were small; in a rush they grow a thousandfold before they are
-- analyzed, and a plan that reads all orders of the event for each new one becomes slower with every order. So the planner is
-- left one index for each question: a buyer's orders are found by buyer, a network's by network.
create index orders_buyer on orders (buyer, event_id);
drop index orders_buyer_holds;
drop index orders_buyer_free;
alter function place_orders(jsonb, jsonb) set enable_seqscan = off;
alter function place_order(jsonb) set enable_seqscan = off;
do $$
declare
  v_function regprocedure;
  v_found text;
  v_definition text;
begin
  foreach v_function in array array['place_orders(jsonb, jsonb)', 'refused_by_caps(jsonb)']::regprocedure[] loop
    v_found := pg_get_functiondef(v_function);
    v_definition := regexp_replace(
      v_found,
      $was$(network_hash = \S+|buyer = \S+) and event_id = v_event and status = '$was$,
      $is$\1 and event_id + 0 = v_event and status || '' = '$is$, 'g'
    );
    if regexp_count(v_definition, 'event_id \+ 0') <> 3 then
      raise exception '% looks for orders in other words', v_function;
    end if;
    execute v_definition;
  end loop;
end
$$;
