import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { atPricesPaid, type DishSlot, dishSlots, type DishSwap, mayChangeMenu, swapDishes, type SwappedMenu, type SwapProblem } from '#app/domain/ticket/menu-change.ts';
import type { Tender } from '#app/domain/till/tender.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { totalRefundable } from '#app/domain/payment/refundable.ts';
import { hasServedDishes } from '#app/features/door/serving/service.server.ts';
import { findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import { adjustPrice, changeMenu, lockOrderWithStock, type OrderRecord, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { readRefundable } from '#app/features/payments/manual-settlement/service.server.ts';
import { findTicketOfHolder, type Requester, whoIs } from '#app/features/tickets/holder/service.server.ts';
import { isRecipient } from '#app/features/tickets/transfer/service.server.ts';
import { insertAdjustment, listOpenDrawers, lockDrawer, mostOf, type OpenDrawer } from '#app/features/till/adjustments/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost } from '#app/platform/http/guards/staff.server.ts';
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
  /** False for what was free: there a difference is only forgiven. */
  mayBeCharged: boolean;
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
    slots: event === null ? [] : dishSlots(menuFor(ticket.pricedAs ?? ticket.userRole, event), chosenOn(ticket), { byAdmin: requester.kind === 'admin' }),
    mayBeCharged: order.status === 'paid',
  };
}

/** How an admin settles a difference in price. */
export type Settlement = { kind: 'drawer'; sessionId: string; means: Tender } | { kind: 'forgiven'; reason: string };

export async function readOpenDrawers(deps: Deps, _admin: AdminId): Promise<OpenDrawer[]> {
  return listOpenDrawers(deps.db.query);
}

type ChangeOutcome = 'done' | 'not_found' | 'too_late' | 'sold_out' | SwapProblem;
export type AdminChangeOutcome = ChangeOutcome | 'unsettled' | 'not_paid' | 'not_open' | 'closing' | 'too_much' | 'more_than_paid' | 'right_lost';

interface MenuChange {
  ticketNumber: string;
  swaps: readonly DishSwap[];
}

/** Only for dishes of the same price; places and the kitchen's counts follow. */
export async function changeDishes(deps: Deps, requester: Exclude<Requester, { kind: 'admin' }>, change: MenuChange): Promise<ChangeOutcome> {
  const seen = await findTicketOfHolder(deps, requester, change.ticketNumber);
  if (!seen) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const decided = await decideChange(deps, tx, { requester, change, orderId: seen.order.id, now: deps.clock.now() });
    if (typeof decided === 'string') return decided;
    return (await saveChange(tx, decided, { menu: decided.swapped.menu, forgivenReason: null })) === null ? 'sold_out' : 'done';
  });
}

/** Also for dishes of another price: drawer, order and ticket change in one transaction, the provider's payment never does. */
export async function changeDishesByAdmin(deps: Deps, admin: AdminId, change: MenuChange & { settlement: Settlement | null }): Promise<AdminChangeOutcome> {
  const requester = { kind: 'admin', admin } as const;
  const seen = await findTicketOfHolder(deps, requester, change.ticketNumber);
  if (!seen) return 'not_found';
  const { settlement } = change;
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx): Promise<AdminChangeOutcome> => {
    // The drawer is locked before stock and order, as in a refund.
    const drawer = settlement?.kind === 'drawer' ? await lockDrawer(tx, settlement.sessionId) : null;
    const decided = await decideChange(deps, tx, { requester, change, orderId: seen.order.id, now: deps.clock.now() });
    if (typeof decided === 'string') return decided;
    const { order, swapped: { menu, difference } } = decided;
    if (difference === 0) return (await saveChange(tx, decided, { menu, forgivenReason: null })) === null ? 'sold_out' : 'done';
    if (settlement?.kind === 'forgiven') {
      return (await saveChange(tx, decided, { menu: atPricesPaid(menu, decided.before), forgivenReason: settlement.reason })) === null ? 'sold_out' : 'done';
    }
    if (settlement === null || drawer === null) return 'unsettled';
    if (drawer.state !== 'open') return drawer.state;
    if (order.status !== 'paid') return 'not_paid';
    if (-difference > Math.min(decided.ticket.price, await leftOf(tx, order))) return 'more_than_paid';
    if (-difference > mostOf(drawer, settlement.means)) return 'too_much';
    const menuChangeId = await saveChange(tx, decided, { menu, forgivenReason: null });
    if (menuChangeId === null) return 'sold_out';
    await adjustPrice(tx, { orderId: order.id, ticketId: decided.ticket.id, difference });
    await insertAdjustment(tx, { menuChangeId, orderId: order.id, sessionId: settlement.sessionId, amount: difference, means: settlement.means, madeBy: admin, madeAt: decided.now });
    return 'done';
  });
  return orRightLost(outcome);
}

async function leftOf(tx: Tx, order: OrderRecord): Promise<number> {
  return totalRefundable(await readRefundable(tx, order));
}

interface DecidedChange {
  order: OrderRecord;
  ticket: TicketRecord;
  before: TicketRecord['menu'];
  swapped: SwappedMenu;
  requester: Requester;
  now: Date;
}

async function decideChange(deps: Deps, tx: Tx, requested: { requester: Requester; change: MenuChange; orderId: string; now: Date }): Promise<DecidedChange | Exclude<ChangeOutcome, 'done' | 'sold_out'>> {
  const { requester, change, orderId, now } = requested;
  const order = await lockOrderWithStock(tx, orderId);
  const ticket = order && (await selectTickets(tx, [order.id])).find(({ ticketNumber }) => ticketNumber === change.ticketNumber);
  const event = order && (await findEventForSale(tx, order.eventId));
  if (!order || !ticket) return 'not_found';
  if (requester.kind === 'recipient' && !(await isRecipient(deps, tx, { key: requester.key, ticketId: ticket.id }))) return 'not_found';
  if (!event || !isOpen(order, ticket, { requester, now }) || (await hasServedDishes(tx, ticket.id))) return 'too_late';
  const before = chosenOn(ticket);
  const swapped = swapDishes(menuFor(ticket.pricedAs ?? ticket.userRole, event), before, { swaps: change.swaps, byAdmin: requester.kind === 'admin' });
  return typeof swapped === 'string' ? swapped : { order, ticket, before, swapped, requester, now };
}

/** The id of its row; null where a dish has run out. */
async function saveChange(tx: Tx, change: DecidedChange, to: { menu: TicketRecord['menu']; forgivenReason: string | null }): Promise<string | null> {
  const { order, ticket, before, swapped: { difference }, requester, now } = change;
  const { menu: after, forgivenReason } = to;
  if (!(await changeMenu(tx, { id: ticket.id, menu: before, eventId: order.eventId }, { menu: after, now }))) return null;
  const changedBy = whoIs(requester);
  const id = await insertMenuChange(tx, { ticketId: ticket.id, before, after, changedBy, changedAt: now, difference, forgivenReason });
  const action = forgivenReason === null ? 'ticket.menu_changed' : 'ticket.difference_forgiven';
  const detail = { ...(difference !== 0 && { amount: difference }), ...(forgivenReason !== null && { reason: forgivenReason }) };
  await writeAudit(tx, { at: now, actor: changedBy, action, subject: 'ticket', subjectId: ticket.id, detail });
  return id;
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
