import { sql } from 'kysely';

import type { Invariants } from '#app/feature.server.ts';

export const invariants = (): Invariants => ({
  'I5 a ticket is used exactly when it says when': sql`
    select ticket_number as what, status as how from tickets where (used_at is not null) <> (status = 'used')`,

  'I5 who is in came in once, and nobody else did': sql`
    select t.ticket_number as what, format('%s, %s entries', t.status, count(s.id)) as how
    from tickets t left join scans s on s.ticket_id = t.id and s.kind = 'entry' and s.success
      and not exists (select from scans undo where undo.undoes = s.id)
    where t.status in ('active', 'used')
    group by t.id having count(s.id) <> case t.status when 'used' then 1 else 0 end`,

  'I9 an admission or a serving that was taken back has one row': sql`
    select t.ticket_number as what, format('%s undone, %s rows', count(distinct s.id), count(distinct a.id)) as how
    from tickets t
    left join scans s on s.ticket_id = t.id and s.undoes is not null and s.kind in ('undo', 'unserve')
    left join (
      select a.id, coalesce(r.ticket_id, a.subject_id) as ticket_id from audit a left join retired_ticket_ids r on r.id = a.subject_id
      where a.subject = 'ticket' and a.action in ('ticket.admission_undone', 'ticket.serving_undone')
    ) as a on a.ticket_id = t.id
    group by t.id having count(distinct s.id) <> count(distinct a.id)`,
});
