import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (): Invariants => ({
  "I5 a ticket is somebody else's exactly when they took it, and its old id is nobody's": sql`
    select t.ticket_number as what, coalesce(t.given_to, 'nobody') as how from tickets t
    where (t.given_to is not null) <> exists (select from ticket_transfers x where x.ticket_id = t.id and x.taken_at is not null and x.ended_at is null)
    union all select t.ticket_number, 'a retired id' from tickets t join retired_ticket_ids r on r.id = t.id`,

  // A buyer at the till may leave no address.
  'I7 an order that was paid has exactly one mail with its tickets, any other none': sql`
    select o.order_number as what, format('%s, %s mails', o.status, count(m.id)) as how
    from orders o left join mails m on m.order_id = o.id and m.cause = 'sale'
    group by o.id having count(m.id) <> case when o.paid_at is null or o.email is null then 0 else 1 end and not (o.email = '' and count(m.id) = 0) or (o.paid_at is null and o.status in ('paid', 'completed'))`,
});
