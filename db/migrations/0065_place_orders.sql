-- The sale of many buyers at once: one transaction, the stock row locked once. Orders that nothing stands against are written
-- together, as sets; every other one is placed by `place_order` afterwards, in the order of arrival, and gets its outcome.
-- An order counts for those behind it as if it were written, whatever becomes of it: so none takes the place of an earlier one.
--
-- p_common: what all orders say alike (now, eventId, eventVersion, provider …); p_orders: an array of what each says besides.
create function place_orders(p_common jsonb, p_orders jsonb) returns jsonb language plpgsql as $$
declare
  v_now timestamptz := p_common->>'now';
  v_event integer := p_common->>'eventId';
  v_prefix text := 'ORD-' || floor(extract(epoch from v_now))::bigint || '-';
  v_stock record;
  v_crowded bigint[] := '{}';
  v_placed bigint[];
  v_numbers text[];
  v_results jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p_orders)]);
  v_at integer;
begin
  select max_tickets, sold into v_stock from event_stock where event_id = v_event for update;
  if not exists (select from events where id = v_event and version = (p_common->>'eventVersion')::integer and archived_at is null) then
    return (select jsonb_agg(jsonb_build_object('outcome', 'event_changed')) from jsonb_array_elements(p_orders));
  end if;
  if exists (select from dish_stock where event_id = v_event) then
    v_crowded := short_of_dishes(p_orders);
  end if;

  with asked as materialized (
    select n, coalesce(j->'caps', p_common->'caps') as caps, coalesce(j->>'holdExpiresAt', p_common->>'holdExpiresAt')::timestamptz as hold_ends,
      coalesce(j->>'sessionExpiresAt', p_common->>'sessionExpiresAt')::timestamptz as session_ends,
      coalesce(j->>'role', p_common->>'role') as role, coalesce(j->>'termsVersion', p_common->>'termsVersion') as terms, o.*
    from jsonb_array_elements(p_orders) with ordinality as list (j, n), jsonb_to_record(j) as o (
      "orderId" uuid, key text, "requestHash" text, actor text, buyer text, "userId" uuid, email text, "userName" text,
      status text, total integer, quantity integer, "paymentId" uuid, "paymentKey" text, "networkHash" text, "offerId" uuid,
      cookieless boolean, tickets jsonb
    )
  ), counted as (
    select asked.*,
      sum(quantity) over (order by n) as upto,
      count(*) over (partition by buyer order by n) as buyers_orders, sum(quantity) over (partition by buyer order by n) as buyers_tickets,
      count(*) filter (where cookieless) over (partition by "networkHash" order by n) as networks_cookieless_orders,
      sum(quantity) filter (where cookieless) over (partition by "networkHash" order by n) as networks_cookieless,
      sum(quantity) over (partition by "networkHash" order by n) as networks_tickets,
      row_number() over (partition by key order by n) as keys_nth
    from asked
  ), welcome as materialized (
    select counted.* from counted
    cross join lateral (
      select count(*) as orders, coalesce(sum(ticket_quantity), 0) as tickets
      from orders where orders.buyer = counted.buyer and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now
    ) as held
    cross join lateral (
      select coalesce(sum(ticket_quantity), 0) as tickets
      from orders where orders.buyer = counted.buyer and event_id = v_event and status = 'completed'
    ) as free
    cross join lateral (
      select count(*) filter (where orders.cookieless) as orders, coalesce(sum(ticket_quantity) filter (where orders.cookieless), 0) as cookieless,
        coalesce(sum(ticket_quantity), 0) as tickets
      from orders where network_hash = counted."networkHash" and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now
    ) as network
    where counted.status = 'pending_payment' and "offerId" is null and n <> all (v_crowded) and (key is null or keys_nth = 1)
      and (v_stock.max_tickets is null or v_stock.sold + upto <= v_stock.max_tickets)
      and (jsonb_typeof(caps) is distinct from 'object' or (
        held.orders + buyers_orders <= (caps->>'maxHolds')::integer and held.tickets + free.tickets + buyers_tickets <= (caps->>'maxHeldTickets')::integer
        and (not counted.cookieless or (
          network.orders + networks_cookieless_orders <= (caps->>'maxSharedHolds')::integer
          and network.cookieless + networks_cookieless <= (caps->>'maxSharedTickets')::integer
        ))
        and (v_stock.max_tickets is null or network.tickets + networks_tickets
          <= greatest((caps->>'minNetworkTickets')::integer, v_stock.max_tickets * (caps->>'maxNetworkPercent')::integer / 100))
      ))
  ), claimed as (
    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)
    select key, 'order', "requestHash", "orderId", v_now from welcome where key is not null order by key
    on conflict (key) do update
      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = excluded.order_id, created_at = excluded.created_at, answer = null
      where k.created_at < v_now - interval '24 hours'
    returning key
  ), placed as materialized (
    select welcome.*, v_prefix || lpad((nextval('order_digits') % 10000)::text, 4, '0') as number
    from welcome where key is null or key in (select key from claimed) order by n
  ), counter as (
    update event_stock set sold = sold + (select sum(quantity) from placed) where event_id = v_event and exists (select from placed)
  ), new_orders as (
    insert into orders (
      id, order_number, event_id, buyer, user_id, email, user_name, role, status, total_amount, ticket_quantity,
      terms_version, hold_expires_at, created_at, network_hash, cookieless
    )
    select "orderId", number, v_event, buyer, "userId", email, "userName", role, status, total, quantity,
      terms, hold_ends, v_now, "networkHash", coalesce(cookieless, false)
    from placed order by n
  ), new_tickets as (
    insert into tickets (
      id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, note, user_role, status, created_at
    )
    select t->>'id', "orderId", v_event, position, number || '-T' || position, (t->>'price')::integer, t->'menu', t->'extras', t->>'note',
      role, 'pending_payment', v_now
    from placed, jsonb_array_elements(tickets) with ordinality as list (t, position) order by n, position
  ), new_payments as (
    insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, created_at)
    select "paymentId", "orderId", p_common->>'provider', "paymentKey", 'creating', total, session_ends, v_now
    from placed order by n
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id, detail)
    select v_now, actor, 'order.' || status, 'order', "orderId", jsonb_build_object('tickets', quantity, 'total', total) from placed order by n
  )
  select array_agg(n), array_agg(number) into v_placed, v_numbers from placed;

  for v_at in 1 .. coalesce(cardinality(v_placed), 0) loop
    v_results[v_placed[v_at]] := jsonb_build_object('outcome', 'placed', 'orderNumber', v_numbers[v_at]);
  end loop;
  for v_at in 1 .. jsonb_array_length(p_orders) loop
    if v_results[v_at] is null then
      v_results[v_at] := place_order(p_common || (p_orders->(v_at - 1)));
    end if;
  end loop;
  return to_jsonb(v_results);
end
$$;

-- The places in the array of orders with a dish that finds no place, when every order before had its own.
create function short_of_dishes(p_orders jsonb) returns bigint[] language sql as $$
  with wanted as (
    select o, item ->> 'id' as item_id, row_number() over (partition by item ->> 'id' order by o, t) as nth
    from jsonb_array_elements(p_orders) with ordinality as orders (one, o),
      jsonb_array_elements(one -> 'tickets') with ordinality as list (ticket, t),
      jsonb_array_elements(ticket -> 'menu') as section, jsonb_array_elements(section -> 'items') as item
  )
  select coalesce(array_agg(distinct o), '{}') from wanted join dish_stock using (item_id) where nth > places - sold
$$;
