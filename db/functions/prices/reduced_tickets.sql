-- How many tickets of an event an account holds or has paid at its reduced price. What the till sold belongs to no account.
create or replace function reduced_tickets(p_event integer, p_user uuid) returns integer language sql stable as $$
  select count(*)::integer
  from orders join tickets on tickets.order_id = orders.id
  where orders.user_id = p_user and orders.event_id = p_event and tickets.status in ('pending_payment', 'active', 'used')
    and coalesce(tickets.priced_as, tickets.user_role) in ('socio', 'comision')
$$;
