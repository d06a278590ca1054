import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (): Invariants => ({
  'I1 the counter of those who wait is right': sql`
    select s.event_id::text as what, format('counter %s, parties %s', s.parties_waiting, count(p.id)) as how
    from event_stock s left join waiting_parties p on p.event_id = s.event_id and p.status = 'waiting'
    group by s.event_id having s.parties_waiting <> count(p.id)`,

  'I1 while somebody waits no place is free, and nothing is set aside for nobody': sql`
    select event_id::text as what, format('%s waiting, %s of %s, %s set aside', parties_waiting, sold, max_tickets, set_aside) as how
    from event_stock
    where case when parties_waiting > 0 then sold < max_tickets else set_aside > 0 end`,

  'I1 an offer is for a whole party, and what it became is an order no larger': sql`
    select p.id::text as what, format('%s: %s of %s places', p.status, p.offered_places, p.places) as how
    from waiting_parties p left join orders o on o.id = p.order_id
    where (p.status = 'offered' and p.order_id is null and p.offered_places <> p.places)
      or (p.status = 'taken' and (o.id is null or o.event_id <> p.event_id or p.offered_places > o.ticket_quantity))`,
});
