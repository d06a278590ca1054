-- How many places of a group are taken, holds included; the caller has locked the group.
create or replace function places_in_group(p_group uuid) returns integer language sql stable as $$
  select count(*)::integer from tickets where group_id = p_group and status in ('pending_payment', 'active', 'used')
$$;
