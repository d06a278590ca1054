-- Writes those orders of a batch that nothing stands against, together, and gives their numbers, null for one that was not written.
-- Called with the stock row locked.
create or replace function write_orders(p_event integer, p_now timestamptz, p_orders jsonb, p_refusals jsonb[]) returns text[] language plpgsql as $$
declare
  v_prefix text := 'ORD-' || floor(extract(epoch from p_now))::bigint || '-';
  v_numbers text[];
begin
  with requested as (
    select * from rows from (jsonb_to_recordset(p_orders) as (
      "orderId" uuid, key text, "requestHash" text, actor text, buyer text, "userId" uuid, email text, "userName" text, role text, status text,
      total integer, quantity integer, "termsVersion" text, "holdExpiresAt" timestamptz, "sessionExpiresAt" timestamptz, provider text, "paymentId" uuid,
      "paymentKey" text, "mailId" uuid, "networkHash" text, "offerId" uuid, cookieless boolean, tickets jsonb
    )) with ordinality as o (
      id, key, request_hash, actor, buyer, user_id, email, user_name, role, status, total, quantity, terms_version, hold_ends, session_ends, provider,
      payment_id, payment_key, mail_id, network_hash, offer_id, cookieless, tickets, n
    )
    -- An order by offer is written alone: its places come from another row.
    where p_refusals[n] is null and (offer_id is null or jsonb_array_length(p_orders) = 1)
  ), claimed as (
    -- A request with the same key that is under way elsewhere is waited for; what it said is found when this order is tried again.
    insert into idempotency_keys as k (key, scope, request_hash, order_id, created_at)
    select distinct on (key) key, 'order', request_hash, id, p_now from requested where key is not null order by key, n
    on conflict (key) do update
      set scope = excluded.scope, request_hash = excluded.request_hash, order_id = excluded.order_id, created_at = excluded.created_at, answer = null
      where k.created_at < p_now - interval '24 hours'
    returning order_id
  ), placed as materialized (
    select requested.*, v_prefix || lpad((nextval('order_digits') % 10000)::text, 4, '0') as number
    from requested where key is null or id in (select order_id from claimed) order by n
  ), counter as (
    update event_stock set sold = sold + (select sum(quantity) from placed) where event_id = p_event and exists (select from placed)
  ), new_orders as (
    insert into orders (
      id, order_number, event_id, buyer, user_id, email, user_name, role, status, total_amount, ticket_quantity,
      terms_version, hold_expires_at, created_at, paid_at, network_hash, cookieless
    )
    select id, number, p_event, buyer, user_id, email, user_name, role, status, total, quantity,
      terms_version, hold_ends, p_now, case when status = 'completed' then p_now end, network_hash, coalesce(cookieless, false)
    from placed order by n
  ), new_tickets as (
    insert into tickets (
      id, order_id, event_id, position, ticket_number, price, menu_selection, extras_selection, note, note_name, user_role, status, created_at,
      discount, priced_as
    )
    select t->>'id', placed.id, p_event, position, number || '-T' || position, (t->>'price')::integer, t->'menu', t->'extras', t->>'note', t->>'noteName',
      role, case when status = 'completed' then 'active' else 'pending_payment' end, p_now,
      coalesce((t->>'discount')::integer, 0), t->>'pricedAs'
    from placed, jsonb_array_elements(tickets) with ordinality as list (t, position) order by n, position
  ), new_needs as (
    insert into ticket_needs (ticket_id, codes, other, first_name, for_other, consent_version, consented_at)
    select t->>'id', array(select jsonb_array_elements_text(t->'needs'->'codes')), t->'needs'->>'other', t->'needs'->>'firstName',
      (t->'needs'->>'forOther')::boolean, t->'needs'->>'consentVersion', p_now
    from placed, jsonb_array_elements(tickets) as t where jsonb_typeof(t->'needs') = 'object'
  ), new_payments as (
    insert into payments (id, order_id, provider, idempotency_key, status, amount, expires_at, created_at)
    select payment_id, id, provider, payment_key, 'creating', total, session_ends, p_now from placed where status <> 'completed' order by n
  ), new_mails as (
    insert into mails (id, kind, cause, order_id, recipient, status, next_attempt_at, created_at)
    select mail_id, 'tickets', 'sale', id, email, 'pending', p_now, p_now from placed where status = 'completed' and email is not null order by n
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id, detail)
    select p_now, actor, 'order.' || status, 'order', id, jsonb_build_object('tickets', quantity, 'total', total) from placed order by n
  )
  select array_agg(number order by at) into v_numbers from generate_series(1, jsonb_array_length(p_orders)) as at left join placed on n = at;

  -- An offer ends with the making of its order, and what it held is no longer counted beside it.
  update waiting_parties set status = 'taken', offered_places = least(quantity, offered_places), order_id = "orderId", ended_at = p_now
  from jsonb_to_recordset(p_orders) as o ("orderId" uuid, quantity integer, "offerId" uuid)
  where v_numbers[1] is not null and jsonb_array_length(p_orders) = 1
    and waiting_parties.id = "offerId" and event_id = p_event and status = 'offered' and offer_expires_at > p_now;
  return v_numbers;
end
$$;
