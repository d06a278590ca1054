import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { type DishSlot, dishSlots, type DishSwap, mayChangeMenu, swapDishes, type SwapProblem } from '#app/domain/ticket/menu-change.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { hasServedDishes } from '#app/features/door/serving/service.server.ts';
import { findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import { changeMenu, lockOrderWithStock, type OrderRecord, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { findTicketOfHolder, type Requester, whoIs } from '#app/features/tickets/holder/service.server.ts';
import { isRecipient } from '#app/features/tickets/transfer/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { insertMenuChange } from './store.server.ts';

export type { Requester };

export interface MenuToChange {
  orderId: string;
  orderNumber: string;
  ticketNumber: string;
  eventTitle: string;
  eventImage: string;
  /** "15 de març, 2027 · 20:00"; null without a deadline. */
  untilText: string | null;
  isOpen: boolean;
  slots: DishSlot[];
}

/** Null where the requester has no such ticket. */
export async function readMenuToChange(deps: Deps, requester: Requester, ticketNumber: string): Promise<MenuToChange | null> {
  const found = await findTicketOfHolder(deps, requester, ticketNumber);
  if (!found) return null;
  const { order, ticket } = found;
  const { kitchenDeadline, title, image } = order.event;
  const event = await findEventForSale(deps.db.query, order.eventId);
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    ticketNumber,
    eventTitle: title,
    eventImage: image,
    untilText: kitchenDeadline && instantText(kitchenDeadline.toISOString()),
    isOpen: isOpen(order, ticket, { requester, now: deps.clock.now() }),
    slots: event === null ? [] : dishSlots(menuFor(ticket.userRole, event), chosenOn(ticket)),
  };
}

export type ChangeOutcome = 'done' | 'not_found' | 'too_late' | 'sold_out' | SwapProblem;

/** Only for dishes of the same price; places and the kitchen's counts follow. */
export async function changeDishes(deps: Deps, requester: Requester, change: { ticketNumber: string; swaps: readonly DishSwap[] }): Promise<ChangeOutcome> {
  const seen = await findTicketOfHolder(deps, requester, change.ticketNumber);
  if (!seen) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrderWithStock(tx, seen.order.id);
    const ticket = order && (await selectTickets(tx, [order.id])).find(({ ticketNumber }) => ticketNumber === change.ticketNumber);
    const event = order && (await findEventForSale(tx, order.eventId));
    const now = deps.clock.now();
    if (!order || !ticket) return 'not_found';
    if (requester.kind === 'recipient' && !(await isRecipient(tx, { key: requester.key, ticketId: ticket.id }))) return 'not_found';
    if (!event || !isOpen(order, ticket, { requester, now }) || (await hasServedDishes(tx, ticket.id))) return 'too_late';
    const before = chosenOn(ticket);
    const after = swapDishes(menuFor(ticket.userRole, event), before, change.swaps);
    if (typeof after === 'string') return after;
    if (!(await changeMenu(tx, { id: ticket.id, menu: before, eventId: order.eventId }, { menu: after, now }))) return 'sold_out';
    const changedBy = whoIs(requester);
    await insertMenuChange(tx, { ticketId: ticket.id, before, after, changedBy, changedAt: now });
    await writeAudit(tx, { at: now, actor: changedBy, action: 'ticket.menu_changed', subject: 'ticket', subjectId: ticket.id });
    return 'done';
  });
}

function isOpen(order: OrderRecord, ticket: TicketRecord, { requester, now }: { requester: Requester; now: Date }): boolean {
  const { kitchenDeadline, withdrawnAt } = order.event;
  // After a transfer the recipient chooses the dishes.
  if (requester.kind === 'holder' && ticket.givenTo !== null) return false;
  return isPaid(order.status) && withdrawnAt === null && mayChangeMenu(ticket, { kitchenDeadline, now, byAdmin: requester.kind === 'admin' });
}

/** Menus in older shapes have no dish ids. */
function chosenOn(ticket: TicketRecord): TicketRecord['menu'] {
  return ticket.hasDishIds ? ticket.menu : [];
}
