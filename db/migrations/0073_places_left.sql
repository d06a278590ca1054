-- Apart from all other changes: each sale of the last thirty places tells how many are left, and pages with a price, a text or 'sold out'
-- on them needn't be made anew for it.
create function tell_places_left() returns trigger language plpgsql as $$
begin
  perform pg_notify('comboi_shown', new.event_id::text);
  return null;
end
$$;

drop trigger event_stock_shown on event_stock;
create trigger event_stock_shown after update on event_stock for each row
  when (old.max_tickets is distinct from new.max_tickets or (old.sold < old.max_tickets) <> (new.sold < new.max_tickets))
  execute function tell_shown_change();
create trigger event_stock_counted after update on event_stock for each row
  when (old.sold <> new.sold and least(old.max_tickets - old.sold, new.max_tickets - new.sold) <= 30)
  execute function tell_places_left();

drop trigger dish_stock_shown on dish_stock;
create trigger dish_stock_shown after update on dish_stock for each row
  when (old.places <> new.places or (old.sold < old.places) <> (new.sold < new.places))
  execute function tell_shown_change();
create trigger dish_stock_counted after update on dish_stock for each row
  when (old.sold <> new.sold and least(old.places - old.sold, new.places - new.sold) <= 30)
  execute function tell_places_left();
