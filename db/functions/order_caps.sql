-- Which orders of a batch are more than their callers may have (db/DECISIONS.md), and why. `caps` is null for admins and
-- the till, whom none bind. Called with the stock row locked, so that two orders for one event never look at the same time.
--
-- Against the planner: a connection keeps the plans that it made when the tables were small, and in a rush they grow a thousandfold
-- before they are analyzed. So orders are looked for by one word alone, which only one index has, and event and status are judged
-- afterwards. With all of it in one `where` the planner takes an index by event, and reads all orders of the event for each new one
-- (PostgreSQL 18, no statistics, batches of 64: after 3,840 orders one costs 1.5 ms of the database's processor and goes on growing;
-- this way 0.55 ms, the last as the first).
create or replace function order_caps(p_event integer, p_now timestamptz, p_orders jsonb) returns table (n bigint, refusal jsonb) language plpgsql as $$
#variable_conflict use_column
declare
  v_max_tickets constant integer := (select max_tickets from event_stock where event_id = p_event);
  v_hour_ago constant timestamptz := p_now - interval '1 hour';
begin
  -- What is held unpaid.
  return query
  with requested as (
    select o.*,
      count(*) over buyers as buyers_orders, sum(quantity) over buyers as buyers_tickets,
      count(*) filter (where cookieless) over networks as networks_cookieless_orders,
      sum(quantity) filter (where cookieless) over networks as networks_cookieless,
      sum(quantity) over networks as networks_tickets
    from rows from (jsonb_to_recordset(p_orders) as (buyer text, "networkHash" text, cookieless boolean, status text, quantity integer, caps jsonb))
      with ordinality as o (buyer, network_hash, cookieless, status, quantity, caps, n)
    -- Callers whom nothing tells apart are not one caller.
    window buyers as (partition by coalesce(buyer, n::text) order by n), networks as (partition by coalesce(network_hash, n::text) order by n)
  ), judged as (
    select requested.n, case
      when held.free + requested.quantity > (caps->>'maxHeldTickets')::integer
        then 'too_many_free'
      when held.orders + buyers_orders > (caps->>'maxHolds')::integer or held.tickets + held.free + buyers_tickets > (caps->>'maxHeldTickets')::integer
        then 'too_many_holds'
      when requested.cookieless and (
        network.orders + networks_cookieless_orders > (caps->>'maxSharedHolds')::integer
        or network.cookieless + networks_cookieless > (caps->>'maxSharedTickets')::integer
      ) then 'too_many_of_network'
      when network.tickets + networks_tickets
        > greatest((caps->>'minNetworkTickets')::integer, v_max_tickets * (caps->>'maxNetworkPercent')::integer / 100) and v_max_tickets is not null
        then 'too_many_of_network'
    end as outcome
    from requested
    cross join lateral (
      select count(*) filter (where is_held) as orders, coalesce(sum(ticket_quantity) filter (where is_held), 0) as tickets,
        coalesce(sum(ticket_quantity) filter (where is_free), 0) as free
      from (
        select ticket_quantity, event_id = p_event and status = 'pending_payment' and hold_expires_at > p_now as is_held,
          event_id = p_event and status = 'completed' as is_free
        from orders where orders.buyer = requested.buyer
      ) as theirs
    ) as held
    cross join lateral (
      select count(*) filter (where is_held and cookieless) as orders, coalesce(sum(ticket_quantity) filter (where is_held and cookieless), 0) as cookieless,
        coalesce(sum(ticket_quantity) filter (where is_held), 0) as tickets
      from (
        select ticket_quantity, cookieless, event_id = p_event and status = 'pending_payment' and hold_expires_at > p_now as is_held
        from orders where orders.network_hash = requested.network_hash
      ) as theirs
    ) as network
    where requested.status = 'pending_payment' and jsonb_typeof(caps) = 'object'
  )
  select judged.n, jsonb_build_object('outcome', outcome) from judged where outcome is not null;

  if not p_orders @> '[{"status": "completed"}]' then
    return;
  end if;

  -- What is free. A network's hour is counted over all events: whoever asks for another one at the same time waits here.
  perform pg_advisory_xact_lock(network)
  from (select distinct hashtextextended('free tickets ' || (o->>'networkHash'), 0) as network
    from jsonb_array_elements(p_orders) as o where o->>'status' = 'completed' and jsonb_typeof(o->'caps') = 'object' order by network) as locks;
  return query
  with requested as (
    select o.*,
      sum(quantity) over (partition by coalesce(buyer, n::text) order by n) as buyers_tickets,
      sum(quantity) over (partition by email order by n) as addresses_tickets,
      count(*) over (partition by email order by n) - 1 as addresses_mails,
      sum(quantity) over (partition by coalesce(network_hash, n::text) order by n) as networks_tickets
    from rows from (jsonb_to_recordset(p_orders) as (buyer text, email text, "networkHash" text, status text, quantity integer, caps jsonb))
      with ordinality as o (buyer, email, network_hash, status, quantity, caps, n)
  )
  select requested.n, case
    when of_buyer.tickets + buyers_tickets > (caps->>'maxFreeTickets')::integer or of_address.tickets + addresses_tickets > (caps->>'maxFreeTickets')::integer
      then jsonb_build_object('outcome', 'too_many_free')
    when network.tickets + networks_tickets > (caps->>'maxFreeTicketsAnHour')::integer
      then jsonb_build_object('outcome', 'too_many_an_hour', 'retryAfterSeconds', ceil(extract(epoch from network.first - v_hour_ago)))
    when sent.mails + addresses_mails >= (caps->>'maxUnpaidMailsAnHour')::integer
      then jsonb_build_object('outcome', 'too_many_an_hour', 'retryAfterSeconds', ceil(extract(epoch from sent.first - v_hour_ago)))
  end
  from requested
  cross join lateral (
    select coalesce(sum(ticket_quantity) filter (
      where event_id = p_event and (status = 'completed' or status = 'pending_payment' and hold_expires_at > p_now)
    ), 0) as tickets
    from orders where orders.buyer = requested.buyer
  ) as of_buyer
  cross join lateral (
    select coalesce(sum(ticket_quantity) filter (where event_id = p_event and status = 'completed'), 0) as tickets
    from orders where orders.email = requested.email
  ) as of_address
  cross join lateral (
    select coalesce(sum(ticket_quantity), 0) as tickets, min(created_at) as first from orders
    where orders.network_hash = requested.network_hash and status = 'completed' and created_at > v_hour_ago
  ) as network
  cross join lateral (
    select count(*) as mails, min(mails.created_at) as first from mails join orders on orders.id = mails.order_id
    where mails.recipient = requested.email and mails.created_at > v_hour_ago and orders.status = 'completed'
  ) as sent
  where requested.status = 'completed' and jsonb_typeof(caps) = 'object';
end
$$;
