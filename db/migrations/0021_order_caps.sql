-- What one caller may hold unpaid or take for nothing (docs/decisions.md, 'limits'). Of the network only what the server's
-- secret makes of it is kept, and that for a day.
alter table orders add column network_hash text;
alter table orders add column cookieless boolean not null default false;
create index orders_network on orders (network_hash, event_id) where network_hash is not null;
create index orders_buyer_free on orders (buyer, event_id) where status = 'completed';
create index mails_recipient on mails (recipient, created_at);

-- Why an order is more than its caller may have; null when it isn't. Called with the stock row locked, so that two orders for
-- one event never look at the same time.
create function refused_by_caps(p jsonb) returns jsonb language plpgsql as $$
declare
  v_now timestamptz := p->>'now';
  v_caps jsonb := p->'caps';
  v_event integer := p->>'eventId';
  v_quantity integer := p->>'quantity';
  v_network text := p->>'networkHash';
  v_hour_ago timestamptz := v_now - interval '1 hour';
  v_free integer;
  v_held record;
  v_first timestamptz;
begin
  select coalesce(sum(ticket_quantity), 0) into v_free
    from orders where buyer = p->>'buyer' and event_id = v_event and status = 'completed';
  select count(*) as orders, coalesce(sum(ticket_quantity), 0) as tickets into v_held
    from orders where buyer = p->>'buyer' and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now;

  if p->>'status' = 'pending_payment' then
    if v_held.orders >= (v_caps->>'maxHolds')::integer or v_held.tickets + v_free + v_quantity > (v_caps->>'maxHeldTickets')::integer then
      return jsonb_build_object('outcome', 'too_many_holds');
    end if;
    select count(*) filter (where cookieless) as orders, coalesce(sum(ticket_quantity) filter (where cookieless), 0) as cookieless,
        coalesce(sum(ticket_quantity), 0) as tickets into v_held
      from orders where network_hash = v_network and event_id = v_event and status = 'pending_payment' and hold_expires_at > v_now;
    if (p->>'cookieless')::boolean and (
      v_held.orders >= (v_caps->>'maxSharedHolds')::integer or v_held.cookieless + v_quantity > (v_caps->>'maxSharedTickets')::integer
    ) then
      return jsonb_build_object('outcome', 'too_many_of_network');
    end if;
    if exists (
      select from event_stock where event_id = v_event and max_tickets is not null and v_held.tickets + v_quantity
        > greatest((v_caps->>'minNetworkTickets')::integer, max_tickets * (v_caps->>'maxNetworkPercent')::integer / 100)
    ) then
      return jsonb_build_object('outcome', 'too_many_of_network');
    end if;
    return null;
  end if;

  if v_held.tickets + v_free + v_quantity > (v_caps->>'maxFreeTickets')::integer then
    return jsonb_build_object('outcome', 'too_many_free');
  end if;
  select coalesce(sum(ticket_quantity), 0) into v_free
    from orders where email = p->>'email' and event_id = v_event and status = 'completed';
  if v_free + v_quantity > (v_caps->>'maxFreeTickets')::integer then
    return jsonb_build_object('outcome', 'too_many_free');
  end if;
  -- These two are counted over all events: whoever asks for another one at the same time waits here.
  perform pg_advisory_xact_lock(hashtextextended('free tickets ' || v_network, 0));
  select coalesce(sum(ticket_quantity), 0), min(created_at) into v_free, v_first
    from orders where network_hash = v_network and status = 'completed' and created_at > v_hour_ago;
  if v_free + v_quantity > (v_caps->>'maxFreeTicketsAnHour')::integer then
    return jsonb_build_object('outcome', 'too_many_an_hour', 'retryAfterSeconds', ceil(extract(epoch from v_first - v_hour_ago)));
  end if;
  select count(*), min(mails.created_at) into v_free, v_first
    from mails join orders on orders.id = mails.order_id
    where mails.recipient = p->>'email' and mails.created_at > v_hour_ago and orders.status = 'completed';
  if v_free >= (v_caps->>'maxUnpaidMailsAnHour')::integer then
    return jsonb_build_object('outcome', 'too_many_an_hour', 'retryAfterSeconds', ceil(extract(epoch from v_first - v_hour_ago)));
  end if;
  return null;
end
$$;

-- As before (0006), with the caller's caps, which bind neither admins nor the till (`caps` null). Outcomes besides:
-- too_many_of_network | too_many_free | too_many_an_hour (retryAfterSeconds).
create or replace function place_order(p jsonb) returns jsonb language plpgsql as $$
declare
  v_now timestamptz := p->>'now';
  v_key text := p->>'key';
  v_event integer := p->>'eventId';
  v_quantity integer := p->>'quantity';
  v_order uuid := p->>'orderId';
  v_number text;
  v_refusal jsonb;
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
    v_refusal := jsonb_build_object('outcome', 'event_changed');
  elsif jsonb_typeof(p->'caps') = 'object' then
    v_refusal := refused_by_caps(p);
  end if;
  if v_refusal is not null then
    update event_stock set sold = sold - v_quantity where event_id = v_event;
    delete from idempotency_keys where key = v_key;
    return v_refusal;
  end if;

  v_number := 'ORD-' || floor(extract(epoch from v_now))::bigint || '-' || lpad((nextval('order_digits') % 10000)::text, 4, '0');

  insert into orders (
    id, order_number, event_id, buyer, user_id, email, user_name, role, status, total_amount, ticket_quantity,
    terms_version, hold_expires_at, created_at, paid_at, network_hash, cookieless
  ) values (
    v_order, v_number, v_event, p->>'buyer', (p->>'userId')::uuid, p->>'email', p->>'userName', p->>'role', p->>'status',
    (p->>'total')::integer, v_quantity, p->>'termsVersion', (p->>'holdExpiresAt')::timestamptz, v_now,
    case when p->>'status' = 'completed' then v_now end, p->>'networkHash', coalesce((p->>'cookieless')::boolean, false)
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
