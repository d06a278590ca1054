-- Ends the offers of an event that nobody took in time, and says so by mail. The caller holds the stock row.
create or replace function expire_offers(p_event integer, p_now timestamptz) returns integer language sql as $$
  with expired as (
    update waiting_parties set status = 'expired', ended_at = p_now
    where event_id = p_event and status = 'offered' and offer_expires_at <= p_now
    returning id, email
  ), notified as (
    insert into mails (id, kind, cause, recipient, status, next_attempt_at, created_at, detail)
    select gen_random_uuid(), 'waiting_list', 'waiting_list', email, 'pending', p_now, p_now, jsonb_build_object('partyId', id, 'about', 'expired')
    from expired where email is not null
  ), noted as (
    insert into audit (at, actor, action, subject, subject_id) select p_now, 'waiting list', 'waiting_offer.expired', 'waiting_party', id::text from expired
  )
  select count(*)::integer from expired
$$;
