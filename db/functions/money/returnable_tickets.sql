-- What goes back when the buyer of an order gives it back after a change of plans: valid tickets of which nothing was eaten. Of a choice that
-- was made: those that were so by then, and not one whose admission is undone afterwards.
create or replace function returnable_tickets(p_order uuid) returns table (id text, price integer) language sql stable as $$
  select t.id, t.price
  from tickets t
  where t.order_id = p_order and t.status = 'active'
    and not exists (select from served_dishes d where d.ticket_id = t.id and d.undone_at is null)
    and not exists (
      select from holder_choices c
      join scans s on s.ticket_id = t.id and s.success and s.kind in ('entry', 'serve') and s.received_at <= c.chosen_at
      where c.order_id = p_order and c.choice = 'give_back'
        and not exists (select from scans u where u.undoes = s.id and u.received_at < c.chosen_at)
    )
$$;
