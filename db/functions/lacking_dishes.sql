-- Which dishes of the tickets of a batch of orders ([{tickets: [{menu}]}]) find no place, by the place of the order in the batch; no
-- row for an order whose dishes all do. Of tickets that want the same dish the first ones get it. Called with the stock row locked.
create or replace function lacking_dishes(p_orders jsonb) returns table (n bigint, items jsonb) language sql as $$
  with wanted as (
    select o, t - 1 as ticket, section ->> 'sectionId' as section_id, item ->> 'id' as item_id,
      row_number() over (partition by item ->> 'id' order by o, t) as nth
    from jsonb_array_elements(p_orders) with ordinality as orders (one, o),
      jsonb_array_elements(one -> 'tickets') with ordinality as list (requested, t),
      jsonb_array_elements(requested -> 'menu') as section, jsonb_array_elements(section -> 'items') as item
  )
  select o, jsonb_agg(
    jsonb_build_object('ticket', ticket, 'sectionId', section_id, 'itemId', item_id, 'available', greatest(places - sold, 0))
    order by ticket, section_id, item_id
  )
  from wanted join dish_stock using (item_id) where nth > places - sold group by o
$$;
