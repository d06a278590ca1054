import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { type HolderChoice, isChoiceTime, mayChoose } from '#app/domain/plans/plan-change.ts';
import { formatDate, weekdayName } from '#app/domain/time/dates.ts';
import { isUuid } from '#app/domain/uuid.ts';
import { lockOrder, type OrderRecord, selectOrder } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type ChoiceRow, selectChoice, upsertChoice } from './store.server.ts';

export interface ChoicePage {
  eventTitle: string;
  when: string;
  location: string | null;
  words: string;
  untilText: string;
  /** Cents that come back as they were paid. */
  amount: number;
  byHand: boolean;
  /** Cents of a card order that come back in person. */
  besideCard: number;
  owedInPerson: number;
  tickets: number;
  /** How many of them are used, or had a dish served: no money comes back for those. */
  staying: number;
  chosen: HolderChoice | null;
  /** `used`: nothing is left to give back. */
  state: 'open' | 'over' | 'begun' | 'used';
}

/** Null where no change of plans leaves this order a choice. */
export async function readChoicePage(deps: Deps, bearer: string): Promise<ChoicePage | null> {
  const order = isUuid(bearer) ? await selectOrder(deps.db.query, { bearer: bearer.toLowerCase() }) : null;
  const choice = order && (await selectChoice(deps.db.query, order.id));
  if (order === null || choice === null) return null;
  const isOpen = isChoiceOpen(deps, order, choice);
  if (!isOpen && choice.chosen === null && choice.announcedAt < order.createdAt) return null;
  const { title, date, time, location } = order.event;
  return {
    eventTitle: title,
    when: `${weekdayName(date)}, ${formatDate(date)} · ${time}`,
    location,
    words: choice.body,
    untilText: formatDate(choice.chooseUntil),
    amount: choice.amount,
    byHand: choice.byHand,
    besideCard: choice.returnable - choice.amount,
    owedInPerson: choice.owedInPerson,
    tickets: order.ticketQuantity,
    staying: choice.staying,
    chosen: choice.chosen,
    state: isOpen ? 'open' : closedState(deps, order, choice),
  };
}

/** For the page of an order: until when its buyer may still choose, and what they said. */
export async function readOpenChoice(deps: Deps, order: OrderRecord): Promise<{ untilText: string; chosen: HolderChoice | null } | null> {
  const choice = await selectChoice(deps.db.query, order.id);
  return choice !== null && isChoiceOpen(deps, order, choice) ? { untilText: formatDate(choice.chooseUntil), chosen: choice.chosen } : null;
}

/** Tickets given back that nobody has used end, and their money goes back, in the background. */
export async function chooseAfterChange(deps: Deps, bearer: string, choice: HolderChoice): Promise<'done' | 'not_found' | 'too_late'> {
  const known = isUuid(bearer) ? await selectOrder(deps.db.query, { bearer: bearer.toLowerCase() }) : null;
  if (known === null) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, known.id);
    const open = order && (await selectChoice(tx, order.id));
    if (order === null || open === null) return 'not_found';
    if (open.chosen === choice) return 'done';
    if (!isChoiceOpen(deps, order, open)) return 'too_late';
    const now = deps.clock.now();
    await upsertChoice(tx, { announcementId: open.announcementId, orderId: order.id, choice, chosenAt: now });
    await writeAudit(tx, { at: now, actor: 'order bearer', action: `choice.${choice}`, subject: 'order', subjectId: order.id });
    return 'done';
  });
}

function isChoiceOpen(deps: Deps, { createdAt: orderedAt, paidAt, event: { startsAt } }: OrderRecord, choice: ChoiceRow): boolean {
  return mayChoose({ ...choice, orderedAt, paidAt, startsAt }, deps.clock.now());
}

function closedState(deps: Deps, { event: { startsAt } }: OrderRecord, { chooseUntil, isOver }: ChoiceRow): 'over' | 'begun' | 'used' {
  const now = deps.clock.now();
  if (isOver || isChoiceTime({ chooseUntil, startsAt }, now)) return 'used';
  return now < startsAt ? 'over' : 'begun';
}
