-- What stands against the prices that orders of a batch were reckoned with, beside what stands against them already: a code that is
-- used up or over (voucher_used_up, voucher_ended), and reduced tickets beyond the quota of an account (quota_changed: they are reckoned
-- anew). An order counts for those behind it. Called with the stock row locked; locks the account's row of the event, then the codes, in
-- their order: so orders of other events wait for each other, and none in a circle.
create or replace function price_refusals(p_event integer, p_now timestamptz, p_orders jsonb, p_refusals jsonb[]) returns jsonb[] language plpgsql as $$
declare
  v_refusals jsonb[] := p_refusals;
  v_order record;
begin
  insert into member_quotas (user_id, event_id)
  select distinct (o->>'userId')::uuid, p_event from jsonb_array_elements(p_orders) as o where jsonb_typeof(o->'memberQuota') = 'object' order by 1
  on conflict do nothing;
  perform from member_quotas
  where event_id = p_event and user_id in (select (o->>'userId')::uuid from jsonb_array_elements(p_orders) as o where jsonb_typeof(o->'memberQuota') = 'object')
  order by user_id for update;
  perform lock_voucher_codes(array(select v->>'code' from jsonb_array_elements(p_orders) as o, jsonb_array_elements(o->'vouchers') as v where jsonb_typeof(o->'vouchers') = 'array'));

  for v_order in
    select n, (o->>'userId')::uuid as user_id, o->>'email' as email, o->'memberQuota' as quota, coalesce(o->'vouchers', '[]') as vouchers
    from jsonb_array_elements(p_orders) with ordinality as list (o, n)
    where p_refusals[n] is null and (jsonb_typeof(o->'memberQuota') = 'object' or jsonb_typeof(o->'vouchers') = 'array')
    order by n
  loop
    v_refusals[v_order.n] := (
      select jsonb_build_object('outcome', outcome) from (
        select voucher_outcome(v->>'code', v_order.email, p_now,
          -- Of those before it in the batch that nothing stands against.
          (select coalesce(jsonb_agg(earlier.o->'email' order by m), '[]') from jsonb_array_elements(p_orders) with ordinality as earlier (o, m)
            where m < v_order.n and v_refusals[m] is null and earlier.o->'vouchers' @> jsonb_build_array(jsonb_build_object('code', v->'code')))) as outcome
        from jsonb_array_elements(v_order.vouchers) as v
        union all
        select 'quota_changed' where reduced_tickets(p_event, v_order.user_id) + (v_order.quota->>'reduced')::integer
          + (select coalesce(sum((earlier.o->'memberQuota'->>'reduced')::integer), 0) from jsonb_array_elements(p_orders) with ordinality as earlier (o, m)
            where m < v_order.n and v_refusals[m] is null and (earlier.o->>'userId')::uuid = v_order.user_id)
          > (v_order.quota->>'limit')::integer
      ) as judged where outcome is not null limit 1);
  end loop;
  return v_refusals;
end
$$;
