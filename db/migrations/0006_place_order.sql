-- The sale itself: one call, one transaction, the stock row locked for as short a time as can be. What may be sold at
-- which price is decided before, in the app; here stands what only the database can promise. Locks: stock -> order ->
-- tickets -> payment -> outbox.
--
-- Outcomes: placed | replay (orderId) | key_reused | insufficient (available) | event_changed | too_many_holds.
-- A refusal leaves nothing behind but the release of holds that were overdue anyway.
create function place_order(p jsonb) returns jsonb language plpgsql as $$
declare
  v_now timestamptz := p->>'now';
  v_key text := p->>'key';
  v_event integer := p->>'eventId';
  v_quantity integer := p->>'quantity';
  v_order uuid := p->>'orderId';
  v_number text;
  v_refusal text;
  v_available integer;
  v_known record;
begin
  if v_key is not null then
    -- A concurrent request with the same key waits here until the first one has ended.
    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)
    values (v_key, 'order', p->>'requestHash', null, v_now)
    on conflict (key) do update
      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = null, created_at = excluded.created_at
      where k.created_at < v_now - interval '24 hours';
    if not found then
      select k.scope, k.request_hash, k.order_id into v_known from idempotency_keys k where k.key = v_key;
      if v_known.scope <> 'order' or v_known.request_hash <> p->>'requestHash' then
        return jsonb_build_object('outcome', 'key_reused');
      end if;
      return jsonb_build_object('outcome', 'replay', 'orderId', v_known.order_id);
    end if;
  end if;

  update event_stock set sold = sold + v_quantity
    where event_id = v_event and (max_tickets is null or sold + v_quantity <= max_tickets);
  if not found then
    -- Nobody waits for a sweeper that died: holds that are overdue are cancelled by the sale that needs them.
    perform 1 from event_stock where event_id = v_event for update;
    perform release_overdue_holds(v_event, v_now);
    update event_stock set sold = sold + v_quantity
      where event_id = v_event and (max_tickets is null or sold + v_quantity <= max_tickets);
    if not found then
      select greatest(max_tickets - sold, 0) into v_available from event_stock where event_id = v_event;
      delete from idempotency_keys where key = v_key;
      return jsonb_build_object('outcome', 'insufficient', 'available', v_available);
    end if;
  end if;

  -- Every sale of the event holds the stock row by now, so these see all that was committed before.
  if not exists (select 1 from events where id = v_event and version = (p->>'eventVersion')::integer and archived_at is null) then
    v_refusal := 'event_changed';
  elsif (
    select count(*) >= (p->>'maxHolds')::integer or coalesce(sum(ticket_quantity), 0) + v_quantity > (p->>'maxHeldTickets')::integer
    from orders where buyer = p->>'buyer' and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now
  ) and p->>'status' = 'pending_payment' then
    v_refusal := 'too_many_holds';
  end if;
  if v_refusal is not null then
    update event_stock set sold = sold - v_quantity where event_id = v_event;
    delete from idempotency_keys where key = v_key;
    return jsonb_build_object('outcome', v_refusal);
  end if;

  v_number := 'ORD-' || floor(extract(epoch from v_now))::bigint || '-' || lpad((nextval('order_digits') % 10000)::text, 4, '0');

  insert into orders (
    id, order_number, event_id, buyer, user_id, email, user_name, role, status, total_amount, ticket_quantity,
    terms_version, hold_expires_at, created_at, paid_at
  ) values (
    v_order, v_number, v_event, p->>'buyer', (p->>'userId')::uuid, p->>'email', p->>'userName', p->>'role', p->>'status',
    (p->>'total')::integer, v_quantity, p->>'termsVersion', (p->>'holdExpiresAt')::timestamptz, v_now,
    case when p->>'status' = 'completed' then v_now end
  );

  insert into tickets (
    id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, note, user_role, status, created_at
  )
  select t->>'id', v_order, v_event, n, v_number || '-T' || n, (t->>'price')::integer, t->'menu', t->'extras', t->>'note',
    p->>'role', case when p->>'status' = 'completed' then 'active' else 'pending_payment' end, v_now
  from jsonb_array_elements(p->'tickets') with ordinality as list (t, n);

  if p->>'status' = 'completed' then
    insert into mails (id, kind, cause, order_id, recipient, status, next_attempt_at, created_at)
    values ((p->>'mailId')::uuid, 'tickets', 'sale', v_order, p->>'email', 'pending', v_now, v_now);
  else
    insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, created_at)
    values ((p->>'paymentId')::uuid, v_order, p->>'provider', p->>'paymentKey', 'creating', (p->>'total')::integer,
      (p->>'sessionExpiresAt')::timestamptz, v_now);
  end if;

  insert into audit (at, actor, action, subject, subject_id, detail)
  values (v_now, p->>'actor', 'order.' || (p->>'status'), 'order', v_order, jsonb_build_object('tickets', v_quantity, 'total', (p->>'total')::integer));

  update idempotency_keys set order_id = v_order where key = v_key;
  return jsonb_build_object('outcome', 'placed', 'orderNumber', v_number);
end
$$;

-- Cancels the event's holds whose time is over and gives their tickets back. The caller holds the stock row's lock.
-- A payment found later for one of them is judged by the late-payment rule.
create function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$
  with overdue as (
    update orders set status = 'cancelled', cancelled_at = p_now
    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now
    returning id, ticket_quantity
  ), their_tickets as (
    update tickets set status = 'cancelled' from overdue
    where tickets.order_id = overdue.id and tickets.status = 'pending_payment'
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id)
    select p_now, 'sale', 'order.cancelled', 'order', overdue.id::text from overdue
  )
  update event_stock set sold = sold - (select coalesce(sum(ticket_quantity), 0) from overdue)
  where event_id = p_event
  returning sold
$$;
