import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { AnnouncementKind, HolderChoice } from '#app/domain/plans/plan-change.ts';

export interface ChoiceRow {
  announcementId: string;
  kind: AnnouncementKind;
  body: string;
  chooseUntil: string;
  announcedAt: Date;
  /** Cents that the tickets bring back which nobody has used. */
  returnable: number;
  /** Of that: what comes back the way the order was paid. */
  amount: number;
  byHand: boolean;
  owedInPerson: number;
  /** Valid or used, and no money comes back for them. */
  staying: number;
  isOver: boolean;
  chosen: HolderChoice | null;
}

/** The newest change of the order's event that leaves a choice; a choice to give back stays, whatever changes afterwards. */
export async function selectChoice(query: Query | Tx, orderId: string): Promise<ChoiceRow | null> {
  const { rows } = await sql<ChoiceRow>`
    select a.id as announcement_id, a.kind, a.body, a.choose_until, a.created_at as announced_at, c.choice as chosen,
      money.returnable, money.amount, money.by_hand,
      (select coalesce(sum(w.amount), 0) from owed_in_person() w where w.order_id = o.id)::int as owed_in_person,
      (select count(*) from tickets t where t.order_id = o.id and t.status in ('active', 'used'))::int - back.tickets as staying,
      not exists (select from tickets t where t.order_id = o.id and t.status in ('active', 'used')) as is_over
    from orders o
    join events e on e.id = o.event_id and e.withdrawn_at is null
    join announcements a on a.event_id = o.event_id and a.choose_until is not null
    left join holder_choices c on c.announcement_id = a.id and c.order_id = o.id
    cross join lateral (select count(*)::int as tickets, coalesce(sum(r.price), 0)::int as price from returnable_tickets(o.id) r) as back
    cross join lateral (
      select least(back.price, coalesce(sum(l.by_card + l.by_hand), 0))::int as returnable,
        least(back.price, coalesce(sum(case when l.means is null then l.by_card else l.by_hand end), 0))::int as amount,
        exists (select from payments p where p.order_id = o.id and p.status = 'paid' and p.means is not null) as by_hand
      from left_to_give_back() l where l.order_id = o.id
    ) as money
    where o.id = ${orderId} and o.status in ('paid', 'completed', 'refunded')
    order by c.choice = 'give_back' desc nulls last, a.created_at desc, a.id
    limit 1`.execute(query);
  return rows[0] ?? null;
}

export async function upsertChoice(tx: Tx, answer: { announcementId: string; orderId: string; choice: HolderChoice; chosenAt: Date }): Promise<void> {
  const { choice, chosenAt } = answer;
  await tx
    .insertInto('holderChoices')
    .values(answer)
    .onConflict((conflict) => conflict.columns(['announcementId', 'orderId']).doUpdateSet({ choice, chosenAt }))
    .execute();
}
