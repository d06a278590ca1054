-- Puts the orders of a batch that were written into the groups they ask for, each under the lock of its group's row, and gives by order
-- whether it joined: {"joined": true}, or false with a reason (full, closed, gone); null where it asked for none. Money is never refused
-- for it. Called with the stock row locked; whoever merges or deletes groups locks that one first.
create or replace function join_groups(p_event integer, p_now timestamptz, p_orders jsonb, p_numbers text[]) returns jsonb[] language plpgsql as $$
declare
  v_results jsonb[] := array_fill(null::jsonb, array[jsonb_array_length(p_orders)]);
  v_request record;
  v_group event_groups;
  v_reason text;
begin
  insert into event_groups (id, event_id, code, name, created_at)
  select (o->'group'->>'id')::uuid, p_event, o->'group'->>'code', o->'group'->>'name', p_now
  from jsonb_array_elements(p_orders) with ordinality as list (o, n)
  where o->'group'->>'name' is not null and p_numbers[n] is not null
  on conflict do nothing;

  for v_request in
    select n, (o->>'orderId')::uuid as order_id, (o->>'quantity')::integer as quantity, o->'group' as wanted
    from jsonb_array_elements(p_orders) with ordinality as list (o, n)
    where jsonb_typeof(o->'group') = 'object' and p_numbers[n] is not null
    order by o->'group'->>'id', n
  loop
    v_group := lock_group((v_request.wanted->>'id')::uuid);
    v_reason := case
      when p_now >= (v_request.wanted->>'closesAt')::timestamptz then 'closed'
      when v_group.id is null or v_group.event_id <> p_event then 'gone'
      when places_in_group(v_group.id) + v_request.quantity > v_group.max_places then 'full'
    end;
    if v_reason is null then
      update tickets set group_id = v_group.id where order_id = v_request.order_id;
    end if;
    insert into order_groups (order_id, group_id, first_name, refused)
    values (v_request.order_id, v_group.id, v_request.wanted->>'firstName', v_reason);
    v_results[v_request.n] := jsonb_strip_nulls(jsonb_build_object('joined', v_reason is null, 'reason', v_reason));
  end loop;
  return v_results;
end
$$;
