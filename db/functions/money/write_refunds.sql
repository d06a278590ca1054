-- Writes what was decided about the money of these orders, an array of { orderId, facts, refund, tickets: ids of those that end,
-- endsOrder }. Where an order is not any more what was decided about (`facts`, see money_facts), the transaction starts anew.
-- No facts: the caller has held the locks of stock and order since before it decided. Against the planner, as in place_orders.
create or replace function write_refunds(p_refunds jsonb, p_now timestamptz) returns void language plpgsql set enable_seqscan = off as $$
declare
  v_orders uuid[] := array(select (o->>'orderId')::uuid from jsonb_array_elements(p_refunds) as o);
  v_tickets text[] := array(select jsonb_array_elements_text(o->'tickets') from jsonb_array_elements(p_refunds) as o);
  v_ticket text;
begin
  perform from event_stock where event_id in (select event_id from tickets where id = any(v_tickets)) order by event_id for update;
  perform from orders where id = any(v_orders) order by id for no key update;
  perform from tickets where id = any(v_tickets) order by id for no key update;
  if exists (select from jsonb_array_elements(p_refunds) as o where o->>'facts' is not null and o->>'facts' is distinct from money_facts((o->>'orderId')::uuid)) then
    raise serialization_failure using message = 'an order changed after its refund was decided';
  end if;

  insert into refunds (id, payment_id, order_id, charge, idempotency_key, amount, reason, status, provider_refund, settled_at, next_attempt_at, created_at)
  select r.id, r."paymentId", (o->>'orderId')::uuid, r.charge, r."idempotencyKey", r.amount, r.reason, r.status, r."providerRefund", r."settledAt", p_now, p_now
  from jsonb_array_elements(p_refunds) as o, jsonb_to_record(o->'refund') as r (
    id uuid, "paymentId" uuid, charge text, "idempotencyKey" text, amount integer, reason text, status text, "providerRefund" text, "settledAt" timestamptz
  )
  where jsonb_typeof(o->'refund') = 'object';

  update event_stock set sold = sold - places.quantity
  from (select event_id, count(*) as quantity from tickets where id = any(v_tickets) and status = 'active' group by event_id) as places
  where event_stock.event_id = places.event_id;
  -- One after the other: webhooks hear of them in the order of the order.
  foreach v_ticket in array v_tickets loop
    update tickets set status = 'refunded' where id = v_ticket and status = 'active';
  end loop;

  update orders set status = 'refunded'
  where status = 'paid' and id in (select (o->>'orderId')::uuid from jsonb_array_elements(p_refunds) as o where (o->>'endsOrder')::boolean);
end
$$;
