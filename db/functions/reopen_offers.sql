-- An offer whose order was given up in time stands again: whoever came back from the payment page has lost nothing.
create or replace function reopen_offers() returns trigger language plpgsql as $$
begin
  update waiting_parties set status = 'offered', ended_at = null where order_id = new.id and status = 'taken' and offer_expires_at > new.cancelled_at;
  return null;
end
$$;

create or replace trigger orders_reopen_offers after update of status on orders
  for each row when (old.status = 'pending_payment' and new.status = 'cancelled') execute function reopen_offers();
