-- What stands against each order of a batch: an array, null where nothing does. An order counts for those behind it as if it were
-- written, whatever becomes of it: so none takes the place of an earlier one. Called with the stock row locked.
create or replace function order_refusals(p_event integer, p_now timestamptz, p_orders jsonb) returns jsonb[] language plpgsql as $$
declare
  v_has_dishes_that_run_out constant boolean := exists (select from dish_stock where event_id = p_event);
begin
  return (
    with requested as (
      select n, key, "requestHash", quantity, "offerId", sum(quantity) over (order by n) as upto
      from rows from (jsonb_to_recordset(p_orders) as (key text, "requestHash" text, quantity integer, "offerId" uuid))
        with ordinality as o (key, "requestHash", quantity, "offerId", n)
    ), known as (
      select n, case when known.scope = 'order' and known.request_hash = requested."requestHash"
          then jsonb_build_object('outcome', 'replay', 'orderId', known.order_id) else jsonb_build_object('outcome', 'key_reused') end as refusal
      from requested join idempotency_keys as known using (key) where known.created_at >= p_now - interval '24 hours'
    ), hungry as (
      select n, jsonb_build_object('outcome', 'dishes_lacking', 'items', items) as refusal
      from lacking_dishes(case when v_has_dishes_that_run_out then p_orders else '[]' end)
    ), crowded as (
      -- The places of its offer count as free for this order alone. An offer that is over, or of another event, gives nothing.
      select n, jsonb_build_object('outcome', 'insufficient', 'available', greatest(max_tickets - sold, 0) + coalesce(offered_places, 0)) as refusal
      from requested join event_stock on event_stock.event_id = p_event
      left join waiting_parties as offer on offer.id = "offerId" and offer.event_id = p_event and offer.status = 'offered' and offer_expires_at > p_now
      where sold + upto > max_tickets + coalesce(offered_places, 0) and quantity > coalesce(offered_places, 0)
    )
    select array_agg(coalesce(known.refusal, crowded.refusal, capped.refusal, hungry.refusal) order by n)
    from requested
    left join known using (n)
    left join crowded using (n)
    left join order_caps(p_event, p_now, p_orders) as capped using (n)
    left join hungry using (n)
  );
end
$$;
