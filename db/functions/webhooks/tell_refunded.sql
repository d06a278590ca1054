-- Tells webhooks of money that went back, by card or by hand: as the transaction ends, so that its order is what it has become by then.
create or replace function tell_refunded() returns trigger language plpgsql as $$
begin
  perform tell_webhooks('order.refunded', 'order:' || o.order_number, new.settled_at, jsonb_build_object(
    'orderNumber', o.order_number, 'eventId', o.event_id, 'status', o.status, 'total', o.total_amount, 'refundId', new.id, 'amount', new.amount, 'reason', new.reason
  )) from orders o where o.id = new.order_id;
  return null;
end
$$;

drop trigger if exists refunds_tell_made on refunds;
create constraint trigger refunds_tell_made after insert on refunds deferrable initially deferred
  for each row when (new.status = 'succeeded') execute function tell_refunded();
drop trigger if exists refunds_tell_done on refunds;
create constraint trigger refunds_tell_done after update of status on refunds deferrable initially deferred
  for each row when (new.status = 'succeeded' and old.status <> 'succeeded') execute function tell_refunded();
