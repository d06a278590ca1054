-- What is owed in person, of an event that was withdrawn or of tickets that their buyer gave back after a change of plans: money taken by hand,
-- and what the card can't take because a dish of another price was paid by hand.
create or replace function owed_by_hand() returns table (order_id uuid, event_id integer, amount integer, means text) language sql stable as $$
  select o.id, o.event_id, (sums.remaining - sums.by_card)::integer, coalesce(p.means, 'cash')
  from orders o
  join events e on e.id = o.event_id
  join payments p on p.order_id = o.id and p.status = 'paid'
  cross join lateral (
    select p.amount + coalesce((select sum(a.amount) from price_adjustments a where a.order_id = o.id), 0) - coalesce(sum(r.amount), 0) as remaining,
      greatest(0, p.amount - coalesce(sum(r.amount) filter (where not starts_with(r.charge, 'till:')), 0)) as card_remaining
    from refunds r where r.payment_id = p.id and r.status <> 'failed'
  ) as money
  cross join lateral (
    select money.remaining, case when p.means is null then least(money.remaining, money.card_remaining) else 0 end as by_card
  ) as sums
  where o.status = 'paid' and sums.remaining > sums.by_card
    and (e.withdrawn_at is not null or exists (select from holder_choices c where c.order_id = o.id and c.choice = 'give_back'))
$$;
