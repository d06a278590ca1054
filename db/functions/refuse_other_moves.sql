-- Orders, tickets and entries of the waiting list change their status only as `status_moves` says.
create or replace function refuse_other_moves() returns trigger language plpgsql as $$
begin
  if not exists (select from status_moves where subject = tg_table_name and from_status = old.status and to_status = new.status) then
    raise exception '% do not move from % to %', tg_table_name, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace trigger orders_move before update of status on orders
  for each row when (old.status is distinct from new.status) execute function refuse_other_moves();
create or replace trigger tickets_move before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function refuse_other_moves();
create or replace trigger waiting_parties_move before update of status on waiting_parties
  for each row when (old.status is distinct from new.status) execute function refuse_other_moves();
