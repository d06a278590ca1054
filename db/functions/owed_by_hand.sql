-- What is owed in person: money taken by hand for an event that was withdrawn, or for tickets that their buyer gave back after a change of plans.
create or replace function owed_by_hand() returns table (order_id uuid, event_id integer, amount integer, means text) language sql stable as $$
  select o.id, o.event_id, (p.amount - back.amount)::integer, p.means
  from orders o
  join events e on e.id = o.event_id
  join payments p on p.order_id = o.id and p.status = 'paid' and p.means is not null
  cross join lateral (select coalesce(sum(r.amount), 0) as amount from refunds r where r.payment_id = p.id and r.status <> 'failed') as back
  where o.status = 'paid' and p.amount > back.amount
    and (e.withdrawn_at is not null or exists (select from holder_choices c where c.order_id = o.id and c.choice = 'give_back'))
$$;
