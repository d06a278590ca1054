-- All that decides what may become of an order's money, and who is told: two that are alike allow the same.
create or replace function money_facts(p_order uuid) returns text language sql stable as $$
  select concat_ws(' ', o.status, o.total_amount, coalesce(o.email, '-'), e.withdrawn_at,
    (select string_agg(concat_ws(':', id, status, amount, provider_payment), ',' order by id) from payments where order_id = o.id),
    (select string_agg(concat_ws(':', id, status, amount), ',' order by id) from refunds where order_id = o.id),
    (select sum(amount) from price_adjustments where order_id = o.id),
    (select string_agg(concat_ws(':', t.id, t.price, (select count(*) from served_dishes d where d.ticket_id = t.id and d.undone_at is null)), ',' order by t.id) from tickets t where t.order_id = o.id and t.status = 'active'))
  from orders o join events e on e.id = o.event_id
  where o.id = p_order
$$;
