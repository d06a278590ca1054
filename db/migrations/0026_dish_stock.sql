-- The places of dishes that can run out; the others have no row. `sold` counts the dish on waiting, valid and used tickets.
-- Every change of it is made under the lock of the event's stock row.
create table dish_stock (
  item_id text primary key references event_section_items (id),
  event_id integer not null references events (id),
  places integer not null check (places >= 0),
  sold integer not null default 0 check (sold >= 0),
  -- Places may be put below what is sold, as the limit of an event may.
  sold_when_limited integer not null default 0
);
create index dish_stock_event on dish_stock (event_id);

-- The ids of a ticket's dishes; none of a menu in an older shape.
create function dishes_of(p_menu jsonb) returns setof text language sql immutable as $$
  select id #>> '{}' from jsonb_path_query(p_menu, '$[*].items[*].id ? (@.type() == "string")') as id
$$;

-- The one place where dishes are counted: whatever makes, ends, revives or changes a ticket moves its dishes along.
create function take_dishes() returns trigger language plpgsql as $$
begin
  update dish_stock set sold = sold + wanted.tickets
  from (
    select dish, count(*)::integer from fresh, dishes_of(fresh.menu_selection) as dish
    where fresh.status in ('pending_payment', 'active', 'used') group by dish
  ) as wanted (item_id, tickets)
  where dish_stock.item_id = wanted.item_id;
  return null;
end
$$;
create trigger tickets_take_dishes after insert on tickets
  referencing new table as fresh for each statement execute function take_dishes();

create function move_dishes() returns trigger language plpgsql as $$
begin
  if old.status in ('pending_payment', 'active', 'used') then
    update dish_stock set sold = sold - 1 where item_id in (select dishes_of(old.menu_selection));
  end if;
  if new.status in ('pending_payment', 'active', 'used') then
    update dish_stock set sold = sold + 1 where item_id in (select dishes_of(new.menu_selection));
  end if;
  return null;
end
$$;
create trigger tickets_move_dishes after update on tickets for each row
  when (
    old.menu_selection is distinct from new.menu_selection
    or (old.status in ('pending_payment', 'active', 'used')) <> (new.status in ('pending_payment', 'active', 'used'))
  ) execute function move_dishes();

-- Which dishes of these tickets ([{menu}], as they are ordered) find no place; null when all do. Of tickets that want the
-- same dish the first ones get it. Called with the event's stock row locked.
create function lacking_dishes(p_tickets jsonb) returns jsonb language sql as $$
  with wanted as (
    select n - 1 as ticket, section ->> 'sectionId' as section_id, item ->> 'id' as item_id,
      row_number() over (partition by item ->> 'id' order by n) as nth
    from jsonb_array_elements(p_tickets) with ordinality as list (t, n),
      jsonb_array_elements(t -> 'menu') as section, jsonb_array_elements(section -> 'items') as item
  )
  select jsonb_agg(
    jsonb_build_object('ticket', ticket, 'sectionId', section_id, 'itemId', item_id, 'available', greatest(places - sold, 0))
    order by ticket, section_id, item_id
  )
  from wanted join dish_stock using (item_id) where nth > places - sold
$$;

-- As before (0021), and dishes that ran out are refused. Outcomes besides: dishes_lacking (items).
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
  v_lacking jsonb;
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
  if v_refusal is null then
    v_lacking := lacking_dishes(p->'tickets');
    if v_lacking is not null then
      perform release_overdue_holds(v_event, v_now);
      v_lacking := lacking_dishes(p->'tickets');
    end if;
    if v_lacking is not null then
      v_refusal := jsonb_build_object('outcome', 'dishes_lacking', 'items', v_lacking);
    end if;
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
