-- The sale: one call, one transaction, the event's stock row locked for as short a time as can be. What may be sold at which price
-- is decided before, in the app; here stands what only the database can promise. A single order is a batch of one.
-- Locks: stock -> quotas of accounts -> codes -> keys -> orders -> tickets -> payments -> outbox, then the groups that orders join.
--
-- p_common: what all orders say alike (now, eventId, eventVersion, provider …); p_orders: an array of what each says besides.
-- Gives an array of outcomes in the same order: placed (orderNumber, group) | replay (orderId) | key_reused | event_changed
-- | insufficient (available) | dishes_lacking (items) | too_many_holds | too_many_of_network | too_many_free
-- | too_many_an_hour (retryAfterSeconds) | quota_changed | voucher_used_up | voucher_ended. A refusal leaves nothing behind but the release of holds that were overdue anyway.
--
-- Against the planner: no index is too dear for it here. On tables that were small when its plans were made it would go on reading
-- them whole (measured as in order_caps: 3 ms after 3,840 orders, and growing; this way 0.55 ms, the last as the first).
create or replace function place_orders(p_common jsonb, p_orders jsonb) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  v_now timestamptz := p_common->>'now';
  v_event integer := p_common->>'eventId';
  v_orders jsonb := (select jsonb_agg(p_common || fields order by n) from jsonb_array_elements(p_orders) with ordinality as list (fields, n));
  v_count integer := jsonb_array_length(p_orders);
  v_refusals jsonb[];
  v_numbers text[];
  v_joined jsonb[];
  v_results jsonb[] := '{}';
  v_left integer;
begin
  -- Sold out for all of them: nobody waits for the lock only to hear that. A replay, an offer, a place that is overdue and an edited
  -- event are judged under it.
  select max_tickets - sold into v_left from event_stock join events on events.id = event_id
  where event_id = v_event and version = (p_common->>'eventVersion')::integer and archived_at is null
    and max_tickets - sold < (select min((o->>'quantity')::integer) from jsonb_array_elements(v_orders) as o)
    and not exists (select from jsonb_array_elements(v_orders) as o where o->>'offerId' is not null or exists (select from idempotency_keys where key = o->>'key'))
    and not exists (select from orders where event_id = v_event and status = 'pending_payment' and hold_expires_at <= v_now)
    and not exists (select from waiting_parties where event_id = v_event and status = 'offered' and offer_expires_at <= v_now);
  if found then
    return (select jsonb_agg(jsonb_build_object('outcome', 'insufficient', 'available', greatest(v_left, 0))) from generate_series(1, v_count));
  end if;

  -- Every sale of the event holds this row from here on, so what follows sees all that was committed before.
  perform from event_stock where event_id = v_event for update;
  if not exists (select from events where id = v_event and version = (p_common->>'eventVersion')::integer and archived_at is null) then
    return (select jsonb_agg(jsonb_build_object('outcome', 'event_changed')) from generate_series(1, v_count));
  end if;

  v_refusals := order_refusals(v_event, v_now, v_orders);
  if v_count = 1 and v_refusals[1]->>'outcome' in ('insufficient', 'dishes_lacking') then
    -- Nobody waits for a sweeper that died: holds that are overdue are cancelled by the sale that needs them.
    perform release_overdue_holds(v_event, v_now);
    v_refusals := order_refusals(v_event, v_now, v_orders);
  end if;
  if v_orders @> '[{"memberQuota": {}}]' or v_orders @> '[{"vouchers": []}]' then
    v_refusals := price_refusals(v_event, v_now, v_orders, v_refusals);
  end if;

  v_numbers := write_orders(v_event, v_now, v_orders, v_refusals);
  if v_orders @> '[{"group": {}}]' then
    v_joined := join_groups(v_event, v_now, v_orders, v_numbers);
  end if;
  if v_orders @> '[{"vouchers": []}]' then
    insert into voucher_uses (order_id, code, discount)
    select (o->>'orderId')::uuid, v->>'code', (v->>'discount')::integer
    from jsonb_array_elements(v_orders) with ordinality as list (o, n), jsonb_array_elements(o->'vouchers') as v
    where v_numbers[n] is not null and jsonb_typeof(o->'vouchers') = 'array';
  end if;

  for v_at in 1 .. v_count loop
    v_results[v_at] := case
      when v_numbers[v_at] is not null then jsonb_build_object('outcome', 'placed', 'orderNumber', v_numbers[v_at], 'group', v_joined[v_at])
      when v_count = 1 and v_refusals[1] is not null then v_refusals[1]
      -- Alone, in the order of arrival, it hears why not, or is placed after all: what stood against it may have been an order
      -- before it that came to nothing, or a request with its key that was under way elsewhere.
      else place_orders(p_common, jsonb_build_array(p_orders->(v_at - 1)))->0
    end;
  end loop;
  return to_jsonb(v_results);
end
$$;
