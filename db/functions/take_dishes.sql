-- With move_dishes the one place where dishes are counted: whatever makes, ends, revives or changes a ticket moves its dishes along.
create or replace function take_dishes() returns trigger language plpgsql as $$
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

create or replace trigger tickets_take_dishes after insert on tickets
  referencing new table as fresh for each statement execute function take_dishes();
