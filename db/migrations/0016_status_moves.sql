-- The only moves between states; the app's table is domain/order/status.ts, and a test holds the two against each other.
create table status_moves (
  subject text not null check (subject in ('orders', 'tickets')),
  from_status text not null,
  to_status text not null,
  primary key (subject, from_status, to_status)
);
insert into status_moves (subject, from_status, to_status) values
  ('orders', 'draft', 'pending_payment'),
  ('orders', 'draft', 'cancelled'),
  ('orders', 'pending_payment', 'paid'),
  ('orders', 'pending_payment', 'completed'),
  ('orders', 'pending_payment', 'cancelled'),
  ('orders', 'pending_payment', 'refunded'),
  ('orders', 'paid', 'refunded'),
  ('orders', 'paid', 'cancelled'),
  ('orders', 'completed', 'cancelled'),
  ('orders', 'cancelled', 'paid'),
  ('orders', 'cancelled', 'refunded'),
  ('tickets', 'pending_payment', 'active'),
  ('tickets', 'pending_payment', 'cancelled'),
  ('tickets', 'pending_payment', 'refunded'),
  ('tickets', 'active', 'used'),
  ('tickets', 'active', 'cancelled'),
  ('tickets', 'active', 'refunded'),
  ('tickets', 'used', 'active'),
  ('tickets', 'cancelled', 'active'),
  ('tickets', 'cancelled', 'refunded');

create function refuse_other_moves() returns trigger language plpgsql as $$
begin
  if not exists (select from status_moves where subject = tg_table_name and from_status = old.status and to_status = new.status) then
    raise exception '% do not move from % to %', tg_table_name, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger orders_move before update of status on orders
  for each row when (old.status is distinct from new.status) execute function refuse_other_moves();
create trigger tickets_move before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function refuse_other_moves();

-- Cancels those of these orders that still wait, with their tickets, and gives their seats back. The one place where a hold
-- is released; the caller holds the lock of the stock row.
create function release_holds(p_orders uuid[], p_actor text, p_now timestamptz) returns integer language sql as $$
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

-- As before (0008). A hold whose payment is under way is not overdue: its buyer has done their part.
create or replace function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$
  select release_holds(array(
    select id from orders
    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'processing')
    for update
  ), 'sale', p_now)
$$;
