-- Locks a group, or the one that it was merged into; null where there is none any more. Only one row is locked at a time.
create or replace function lock_group(p_group uuid) returns event_groups language plpgsql as $$
declare
  v_id uuid := p_group;
  v_group event_groups;
begin
  loop
    select coalesce(merged_into, id) into v_id from event_groups where id = v_id;
    if v_id is null then
      return null;
    end if;
    select * into v_group from event_groups where id = v_id for update;
    if not found then
      return null;
    end if;
    if v_group.merged_into is null then
      return v_group;
    end if;
  end loop;
end
$$;
