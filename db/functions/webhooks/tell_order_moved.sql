-- Tells webhooks of a sale, and of its end.
create or replace function tell_order_moved() returns trigger language plpgsql as $$
declare
  v_data jsonb := jsonb_build_object(
    'orderNumber', new.order_number, 'eventId', new.event_id, 'status', new.status, 'total', new.total_amount, 'ticketQuantity', new.ticket_quantity
  );
begin
  if new.status = 'cancelled' then
    perform tell_webhooks('order.cancelled', 'order:' || new.order_number, null, v_data);
  else
    perform tell_webhooks('order.paid', 'order:' || new.order_number, coalesce(new.paid_at, new.created_at), v_data);
  end if;
  return null;
end
$$;

create or replace trigger orders_tell_made after insert on orders
  for each row when (new.status in ('paid', 'completed')) execute function tell_order_moved();
create or replace trigger orders_tell_paid after update of status on orders
  for each row when (new.status in ('paid', 'completed') and old.status not in ('paid', 'completed')) execute function tell_order_moved();
create or replace trigger orders_tell_cancelled after update of status on orders
  for each row when (new.status = 'cancelled' and old.status in ('paid', 'completed')) execute function tell_order_moved();
