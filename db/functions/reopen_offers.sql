-- An offer whose order was given up in time stands again: whoever came back from the payment page has lost nothing. One address has one
-- live entry: what it had asked for meanwhile ends, which a mail with the offer's link says, unless that is an offer by now, which then stands alone.
create or replace function reopen_offers() returns trigger language plpgsql as $$
declare
  v_offer waiting_parties;
begin
  select * into v_offer from waiting_parties where order_id = new.id and status = 'taken' and offer_expires_at > new.cancelled_at;
  if not found or exists (select from waiting_parties other where other.event_id = v_offer.event_id and lower(other.email) = lower(v_offer.email) and other.status = 'offered') then
    return null;
  end if;
  with ended as (
    update waiting_parties set status = 'left', ended_at = new.cancelled_at
    where event_id = v_offer.event_id and lower(email) = lower(v_offer.email) and status in ('unconfirmed', 'waiting')
    returning id
  ), notified as (
    insert into mails (id, kind, cause, recipient, status, next_attempt_at, created_at, detail)
    select gen_random_uuid(), 'waiting_list', 'waiting_list', v_offer.email, 'pending', new.cancelled_at, new.cancelled_at, jsonb_build_object('partyId', v_offer.id, 'about', 'offer')
    where v_offer.email is not null and exists (select from ended)
  )
  insert into audit (at, actor, action, subject, subject_id) select new.cancelled_at, 'waiting list', 'waiting_party.left', 'waiting_party', id::text from ended;
  update waiting_parties set status = 'offered', ended_at = null where id = v_offer.id;
  return null;
end
$$;

create or replace trigger orders_reopen_offers after update of status on orders
  for each row when (old.status = 'pending_payment' and new.status = 'cancelled') execute function reopen_offers();
