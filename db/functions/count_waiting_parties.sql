-- The one place where parties and offers are counted. Whoever changes them holds the event's stock row.
create or replace function count_waiting_parties() returns trigger language plpgsql as $$
declare
  v_waiting integer := 0;
  v_offered integer := 0;
begin
  if tg_op <> 'INSERT' then
    v_waiting := -(old.status = 'waiting')::integer;
    v_offered := case when old.status = 'offered' then -old.offered_places else 0 end;
  end if;
  if tg_op <> 'DELETE' then
    v_waiting := v_waiting + (new.status = 'waiting')::integer;
    v_offered := v_offered + case when new.status = 'offered' then new.offered_places else 0 end;
  end if;
  if v_waiting <> 0 or v_offered <> 0 then
    update event_stock set parties_waiting = parties_waiting + v_waiting, sold = sold + v_offered where event_id = coalesce(new.event_id, old.event_id);
  end if;
  return null;
end
$$;

create or replace trigger waiting_parties_count after insert or update or delete on waiting_parties
  for each row execute function count_waiting_parties();
