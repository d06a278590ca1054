-- What can still go back of each paid order: by card at most what came by card, the rest by hand; `refundable` of app/domain/payment
-- says the same of one order. `means`: how it was paid in person, null for the card.
create or replace function left_to_give_back() returns table (order_id uuid, event_id integer, by_card integer, by_hand integer, means text) language sql stable as $$
  select o.id, o.event_id, split.by_card::integer, (money.remaining - split.by_card)::integer, p.means
  from orders o
  join payments p on p.order_id = o.id and p.status = 'paid'
  cross join lateral (
    select greatest(0, p.amount + coalesce((select sum(a.amount) from price_adjustments a where a.order_id = o.id), 0) - coalesce(sum(r.amount), 0)) as remaining,
      greatest(0, p.amount - coalesce(sum(r.amount) filter (where r.charge = p.provider_payment), 0)) as card_remaining
    from refunds r where r.charge in (p.provider_payment, 'till:' || p.id) and r.status <> 'failed'
  ) as money
  cross join lateral (
    select case when p.means is null then least(money.remaining, money.card_remaining) else 0 end as by_card
  ) as split
  where o.status = 'paid'
$$;
