-- What is owed in person: of an event that was withdrawn, of tickets that their buyer gave back after a change of plans, and of tickets of an order
-- paid by card that were refunded; money taken by hand, and what the card can't take because a dish of another price was paid by hand.
-- What else an order had cost stays. `owedByHand` of app/domain/payment says the last case of one order.
-- The release before ended what was given back as cancelled, by its bearer; it asks owed_by_hand(), which goes a release later.
create or replace function owed_in_person() returns table (order_id uuid, event_id integer, amount integer, means text) language sql stable as $$
  select l.order_id, l.event_id, owed.amount, coalesce(l.means, 'cash')
  from left_to_give_back() l
  join events e on e.id = l.event_id
  cross join lateral (select exists (select from holder_choices c where c.order_id = l.order_id and c.choice = 'give_back') as by_choice) as given_back
  cross join lateral (
    select case
      when e.withdrawn_at is not null then l.by_hand
      when not by_choice and l.by_card = 0 and not exists (select from tickets t where t.order_id = l.order_id and t.status in ('active', 'used')) then l.by_hand
      else least(l.by_hand, (
        (select coalesce(sum(t.price), 0) from tickets t where t.order_id = l.order_id and (t.status = 'refunded' or (by_choice and (t.id in (select r.id from returnable_tickets(l.order_id) r)
          or (t.status = 'cancelled' and exists (select from audit a where a.subject = 'ticket' and a.subject_id = t.id and a.action = 'ticket.cancelled' and a.actor = 'order bearer'))))))
        - (select coalesce(sum(r.amount), 0) from payments p join refunds r on r.charge in (p.provider_payment, 'till:' || p.id) and r.status <> 'failed' where p.order_id = l.order_id and p.status = 'paid')
        - case when by_choice then l.by_card else 0 end
      )::integer)
    end as amount
  ) as owed
  where l.by_hand > 0 and (e.withdrawn_at is not null or by_choice or l.means is null) and owed.amount > 0
$$;
