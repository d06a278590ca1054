-- Cancels those of these orders that still wait, with their tickets, and gives their seats back. The one place where a hold
-- is released; the caller holds the lock of the stock row.
create or replace function release_holds(p_orders uuid[], p_actor text, p_now timestamptz) returns integer language sql as $$
  with released as (
    update orders set status = 'cancelled', cancelled_at = p_now
    where id = any(p_orders) and status = 'pending_payment'
    returning id, event_id, ticket_quantity
  ), their_tickets as (
    update tickets set status = 'cancelled' from released
    where tickets.order_id = released.id and tickets.status = 'pending_payment'
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id)
    select p_now, p_actor, 'order.cancelled', 'order', released.id::text from released
  ), freed as (
    update event_stock set sold = sold - seats.quantity
    from (select event_id, sum(ticket_quantity) as quantity from released group by event_id) as seats
    where event_stock.event_id = seats.event_id
  )
  select count(*)::integer from released
$$;
