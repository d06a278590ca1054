-- Releases those of these orders that still wait and have no payment under way: the stock rows are locked for one function, however
-- many there are. Gives the orders that were released.
create or replace function release_settled_holds(p_orders uuid[], p_actor text, p_now timestamptz) returns setof uuid language plpgsql as $$
declare
  v_settled uuid[];
begin
  perform from event_stock where event_id in (select event_id from orders where id = any(p_orders)) order by event_id for update;
  v_settled := array(
    select id from orders
    where id = any(p_orders) and status = 'pending_payment'
      and not exists (select from payments where payments.order_id = orders.id and payments.status in ('creating', 'open', 'processing'))
    order by id for update
  );
  perform release_holds(v_settled, p_actor, p_now);
  return query select unnest(v_settled);
end
$$;
