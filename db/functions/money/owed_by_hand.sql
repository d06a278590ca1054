-- What is owed in person, of an event that was withdrawn or of tickets that their buyer gave back after a change of plans: money taken by hand,
-- and what the card can't take because a dish of another price was paid by hand.
create or replace function owed_by_hand() returns table (order_id uuid, event_id integer, amount integer, means text) language sql stable as $$
  select l.order_id, l.event_id, l.by_hand, coalesce(l.means, 'cash')
  from left_to_give_back() l
  join events e on e.id = l.event_id
  where l.by_hand > 0
    and (e.withdrawn_at is not null or exists (select from holder_choices c where c.order_id = l.order_id and c.choice = 'give_back'))
$$;
