-- Pages say how many are left once there are few (30 at most).
create or replace function tell_places_left() returns trigger language plpgsql as $$
begin
  perform pg_notify('comboi_shown', new.event_id::text);
  return null;
end
$$;

create or replace trigger event_stock_counted after update on event_stock for each row
  when (old.sold <> new.sold and least(old.max_tickets - old.sold, new.max_tickets - new.sold) <= 30)
  execute function tell_places_left();
create or replace trigger dish_stock_counted after update on dish_stock for each row
  when (old.sold <> new.sold and least(old.places - old.sold, new.places - new.sold) <= 30)
  execute function tell_places_left();
