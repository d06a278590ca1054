-- While somebody waits every free place is set aside, whatever freed it and whoever raised the limit; no sale can be quicker.
create or replace function set_places_aside() returns trigger language plpgsql as $$
declare
  v_taken integer := new.sold - new.set_aside;
begin
  new.set_aside := case when new.parties_waiting > 0 then greatest(coalesce(new.max_tickets, 0) - v_taken, 0) else 0 end;
  new.sold := v_taken + new.set_aside;
  return new;
end
$$;

create or replace trigger event_stock_set_aside before update on event_stock
  for each row when (new.parties_waiting > 0 or new.set_aside > 0) execute function set_places_aside();
