create or replace function move_dishes() returns trigger language plpgsql as $$
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

create or replace trigger tickets_move_dishes after update on tickets for each row
  when (
    old.menu_selection is distinct from new.menu_selection
    or (old.status in ('pending_payment', 'active', 'used')) <> (new.status in ('pending_payment', 'active', 'used'))
  ) execute function move_dishes();
