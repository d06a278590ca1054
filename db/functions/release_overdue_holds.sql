-- Cancels the event's holds whose time is over and ends its overdue offers. The caller holds the stock row's lock. A payment found
-- later for one of them is judged by the late-payment rule; one that is under way keeps its hold: its buyer has done their part.
create or replace function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$
  select expire_offers(p_event, p_now);
  select release_holds(array(
    select id from orders
    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'processing')
    for update
  ), 'sale', p_now)
$$;
