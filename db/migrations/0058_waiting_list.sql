-- Parties that wait for places of a sold-out event: a row is one party's way through the list, its offer included.
create table waiting_parties (
  id uuid primary key,
  event_id integer not null references events (id),
  -- Null once it was erased.
  email text,
  -- How many want to come together: never split.
  places integer not null check (places between 1 and 20),
  status text not null check (status in ('unconfirmed', 'waiting', 'offered', 'taken', 'expired', 'left', 'removed', 'ended')),
  -- Given when the address is confirmed: the order of the list.
  queue_number bigint,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  offered_at timestamptz,
  offer_expires_at timestamptz,
  -- What the offer holds; after an order, what the order took.
  offered_places integer check (offered_places between 1 and 20),
  order_id uuid references orders (id),
  ended_at timestamptz,
  check (status in ('unconfirmed', 'left', 'removed', 'ended') or queue_number is not null),
  check (status not in ('offered', 'taken', 'expired') or num_nulls(offered_at, offer_expires_at, offered_places) = 0)
);
create sequence waiting_queue;
create unique index waiting_parties_once on waiting_parties (event_id, lower(email)) where status in ('unconfirmed', 'waiting', 'offered');
create index waiting_parties_queue on waiting_parties (event_id, queue_number) where status = 'waiting';
create index waiting_parties_offers on waiting_parties (offer_expires_at) where status = 'offered';
create index waiting_parties_order on waiting_parties (order_id) where order_id is not null;

-- `sold` counts what open sale can't have: tickets, places of open offers, and those set aside for the parties that wait.
alter table event_stock
  add column parties_waiting integer not null default 0 check (parties_waiting >= 0),
  add column set_aside integer not null default 0 check (set_aside >= 0);

-- While somebody waits every free place is set aside, whatever freed it and whoever raised the limit; no sale can be quicker.
create function set_places_aside() returns trigger language plpgsql as $$
declare
  v_taken integer := new.sold - new.set_aside;
begin
  new.set_aside := case when new.parties_waiting > 0 then greatest(coalesce(new.max_tickets, 0) - v_taken, 0) else 0 end;
  new.sold := v_taken + new.set_aside;
  return new;
end
$$;
create trigger event_stock_set_aside before update on event_stock
  for each row when (new.parties_waiting > 0 or new.set_aside > 0) execute function set_places_aside();

-- The one place where parties and offers are counted. Whoever changes them holds the event's stock row.
create function count_waiting_parties() returns trigger language plpgsql as $$
declare
  v_waiting integer := 0;
  v_offered integer := 0;
begin
  if tg_op <> 'INSERT' then
    v_waiting := -(old.status = 'waiting')::integer;
    v_offered := case when old.status = 'offered' then -old.offered_places else 0 end;
  end if;
  if tg_op <> 'DELETE' then
    v_waiting := v_waiting + (new.status = 'waiting')::integer;
    v_offered := v_offered + case when new.status = 'offered' then new.offered_places else 0 end;
  end if;
  if v_waiting <> 0 or v_offered <> 0 then
    update event_stock set parties_waiting = parties_waiting + v_waiting, sold = sold + v_offered where event_id = coalesce(new.event_id, old.event_id);
  end if;
  return null;
end
$$;
create trigger waiting_parties_count after insert or update or delete on waiting_parties for each row execute function count_waiting_parties();

-- Ends the offers of an event that nobody took in time, and says so by mail. The caller holds the stock row.
create function expire_offers(p_event integer, p_now timestamptz) returns integer language sql as $$
  with expired as (
    update waiting_parties set status = 'expired', ended_at = p_now
    where event_id = p_event and status = 'offered' and offer_expires_at <= p_now
    returning id, email
  ), told as (
    insert into mails (id, kind, cause, recipient, status, next_attempt_at, created_at, detail)
    select gen_random_uuid(), 'waiting_list', 'waiting_list', email, 'pending', p_now, p_now, jsonb_build_object('partyId', id, 'about', 'expired')
    from expired where email is not null
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id) select p_now, 'waiting list', 'waiting_offer.expired', 'waiting_party', id::text from expired
  )
  select count(*)::integer from expired
$$;

-- As before (0016); offers that are overdue block nobody either.
create or replace function release_overdue_holds(p_event integer, p_now timestamptz) returns integer language sql as $$
  select expire_offers(p_event, p_now);
  select release_holds(array(
    select id from orders
    where event_id = p_event and status = 'pending_payment' and hold_expires_at <= p_now
      and not exists (select from payments where payments.order_id = orders.id and payments.status = 'processing')
    for update
  ), 'sale', p_now)
$$;

-- An offer whose order was given up in time stands again: whoever came back from the payment page has lost nothing.
create function reopen_offers() returns trigger language plpgsql as $$
begin
  update waiting_parties set status = 'offered', ended_at = null where order_id = new.id and status = 'taken' and offer_expires_at > new.cancelled_at;
  return null;
end
$$;
create trigger orders_reopen_offers after update of status on orders
  for each row when (old.status = 'pending_payment' and new.status = 'cancelled') execute function reopen_offers();

-- Orders by offer (`offerId`): its places count as free for this order alone, and it ends with the order's making. One that is
-- over, or of another event, gives nothing. Single lines of `place_order`, whatever else stands in it by now.
do $$
declare
  v_patch record;
  v_definition text := pg_get_functiondef('place_order(jsonb)'::regprocedure);
begin
  for v_patch in values
    ($line$  v_available integer;$line$,
     $line$  v_available integer;
  v_offered integer := 0;$line$),
    ($line$  update event_stock set sold = sold + v_quantity
    where event_id = v_event and (max_tickets$line$,
     $line$  if p->>'offerId' is not null then
    perform 1 from event_stock where event_id = v_event for update;
    v_offered := coalesce((
      select offered_places from waiting_parties
      where id = (p->>'offerId')::uuid and event_id = v_event and status = 'offered' and offer_expires_at > v_now
    ), 0);
  end if;
  update event_stock set sold = sold + v_quantity
    where event_id = v_event and (max_tickets$line$),
    ($line$(max_tickets is null or sold + v_quantity <= max_tickets)$line$,
     $line$(max_tickets is null or sold + v_quantity <= max_tickets + v_offered or v_quantity <= v_offered)$line$),
    ($line$select greatest(max_tickets - sold, 0) into v_available$line$,
     $line$select greatest(max_tickets - sold, 0) + v_offered into v_available$line$),
    ($line$  update idempotency_keys set order_id = v_order where key = v_key;$line$,
     $line$  if v_offered > 0 then
    update waiting_parties set status = 'taken', offered_places = least(v_quantity, v_offered), order_id = v_order, ended_at = v_now
      where id = (p->>'offerId')::uuid;
  end if;
  update idempotency_keys set order_id = v_order where key = v_key;$line$)
  loop
    if position(v_patch.column1 in v_definition) = 0 then
      raise exception 'place_order says in other words: %', v_patch.column1;
    end if;
    v_definition := replace(v_definition, v_patch.column1, v_patch.column2);
  end loop;
  execute v_definition;
end
$$;
