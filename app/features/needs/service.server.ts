import { createHash } from 'node:crypto';

import { isHandedOut } from '#app/domain/order/status.ts';
import { changedDishes } from '#app/domain/food/changed-dishes.ts';
import { type NeedCode, type NeedsProblem, readNeeds, type SentNeeds } from '#app/domain/food/needs.ts';
import { needsByTable, type NeedsSheet, needsSheet } from '#app/domain/food/needs-sheet.ts';
import { addDays } from '#app/domain/time/dates.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { lockOrder, type OrderRecord, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { findTicketOfHolder, type Requester } from '#app/features/tickets/holder/service.server.ts';
import { isRecipient } from '#app/features/tickets/transfer/service.server.ts';
import { enqueueMails } from '#app/features/mail/service.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { openWithdrawnConsents, type Withdrawal } from '#app/platform/adapters/withdrawn-consents.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { soldMenu } from '#app/design/ticket-rendering/sold-menu.ts';

import {
  type DishToday,
  eraseNeeds,
  eraseNeedsUntil,
  eraseWithdrawn,
  hasAnyNeeds,
  selectAccessibleOrders,
  selectDishesToday,
  selectEventOfNeeds,
  selectNeeds,
  selectNeedyOfOrder,
  selectNeedyTickets,
  selectOrdersToNotify,
  selectRecipientsToNotify,
  selectTicketsWithNeeds,
  type StoredNeeds,
  upsertNeeds,
} from './store.server.ts';

export { selectAccessibleOrders };
export type { StoredNeeds };

/** After the event. */
export const RETENTION_DAYS = 7;

export interface NeedsToChange {
  ticketNumber: string;
  eventTitle: string;
  /** "15 de març, 2027 · 20:00" */
  untilText: string;
  isOpen: boolean;
  needs: StoredNeeds | null;
  dishes: TicketRecord['extras'];
}

/** Null where the requester has no such ticket, or nothing was asked or said of it. */
export async function readNeedsToChange(deps: Deps, requester: Requester, ticketNumber: string): Promise<NeedsToChange | null> {
  const found = await findTicketOfHolder(deps, requester, ticketNumber);
  if (!found || !isHolder(requester, found.ticket)) return null;
  const { order, ticket } = found;
  const needs = await selectNeeds(deps.db.query, ticket.id);
  if (needs === null && !order.event.asksNeeds) return null;
  return {
    ticketNumber,
    eventTitle: order.event.title,
    untilText: instantText(deadlineOf(order).toISOString()),
    isOpen: isOpen(order, ticket, deps.clock.now()),
    needs,
    dishes: dishesOf(withContentOf(await selectDishesToday(deps.db.query, idsOf([ticket])), ticket)),
  };
}

interface Dishes {
  menu: TicketRecord['menu'];
  extras: TicketRecord['extras'];
}

function dishesOf({ menu, extras }: Dishes): TicketRecord['extras'] {
  return [...menu.flatMap(({ items }) => items), ...extras];
}

function idsOf(sold: readonly Dishes[]): string[] {
  return [...new Set(sold.flatMap(dishesOf).map(({ id }) => id))];
}

/** Their names stay as sold. */
function withContentOf(today: readonly DishToday[], { menu, extras }: Dishes): Dishes {
  const stated = new Map(today.map(({ id, allergens, diets }) => [id, { allergens, diets }]));
  const now = (dish: TicketRecord['extras'][number]): TicketRecord['extras'][number] => ({ ...dish, ...stated.get(dish.id) });
  return { menu: menu.map((section) => ({ ...section, items: section.items.map(now) })), extras: extras.map(now) };
}

export type NeedsOutcome = 'done' | 'not_found' | 'too_late' | NeedsProblem;

/** Until the kitchen's deadline, like dishes. Nothing said is a withdrawal. */
export async function saveNeeds(deps: Deps, requester: Requester, change: { ticketNumber: string; sent: SentNeeds }): Promise<NeedsOutcome> {
  const needs = readNeeds(change.sent);
  if (typeof needs === 'string') return needs;
  if (needs === null) return withdrawNeeds(deps, requester, change.ticketNumber);
  return withTicket(deps, requester, { ticketNumber: change.ticketNumber }, async (tx, { order, ticket, now }): Promise<NeedsOutcome> => {
    if ((!order.event.asksNeeds && (await selectNeeds(tx, ticket.id)) === null) || !isOpen(order, ticket, now)) return 'too_late';
    await upsertNeeds(tx, ticket.id, { needs, now });
    return 'done';
  });
}

/** At any time. Noted beside the backups first: a crash in between may erase too much after a restore, never too little. */
export async function withdrawNeeds(deps: Deps, requester: Requester, ticketNumber: string): Promise<'done' | 'not_found'> {
  const found = await findTicketOfHolder(deps, requester, ticketNumber);
  if (!found || !isHolder(requester, found.ticket)) return 'not_found';
  await noteWithdrawals(deps, [found.ticket.id]);
  await deps.checkpoint('after-withdrawal-noted');
  return withTicket(deps, requester, { ticketNumber }, async (tx, { ticket, now }): Promise<'done'> => {
    await eraseNeeds(tx, [ticket.id], now);
    return 'done';
  });
}

export async function noteWithdrawals(deps: Pick<Deps, 'env' | 'storage' | 'clock'>, ticketIds: readonly string[]): Promise<void> {
  const at = deps.clock.now();
  await openWithdrawnConsents(deps).add(ticketIds.map((id) => ({ hash: createHash('sha256').update(id).digest('hex'), at })));
}

type Held = { order: OrderRecord; ticket: TicketRecord; now: Date };

async function withTicket<Outcome>(deps: Deps, requester: Requester, { ticketNumber }: { ticketNumber: string }, act: (tx: Tx, held: Held) => Promise<Outcome>): Promise<Outcome | 'not_found'> {
  const seen = await findTicketOfHolder(deps, requester, ticketNumber);
  if (!seen) return 'not_found';
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, seen.order.id);
    const ticket = order && (await selectTickets(tx, [order.id])).find((one) => one.ticketNumber === ticketNumber);
    // Given away, or taken back, meanwhile.
    if (!order || !ticket || !isHolder(requester, ticket)) return 'not_found';
    if (requester.kind === 'recipient' && !(await isRecipient(deps, tx, { key: requester.key, ticketId: ticket.id }))) return 'not_found';
    return act(tx, { order, ticket, now: deps.clock.now() });
  });
}

/** They are those of the person who holds it, not of whoever paid. */
function isHolder(requester: Requester, ticket: TicketRecord): boolean {
  return requester.kind === 'recipient' || ticket.givenTo === null;
}

function deadlineOf({ event }: OrderRecord): Date {
  return event.kitchenDeadline ?? event.startsAt;
}

function isOpen(order: OrderRecord, ticket: TicketRecord, now: Date): boolean {
  return isHandedOut({ ...ticket, givenTo: null }) && ticket.status === 'active' && order.event.withdrawnAt === null && now < deadlineOf(order);
}

/** Of those tickets that have a page of needs: all where the event asks for them, else those with something left to withdraw. */
export async function ticketsWithNeedsPage(deps: Deps, order: OrderRecord, tickets: readonly TicketRecord[]): Promise<string[]> {
  const held = tickets.filter((ticket) => ticket.givenTo === null && isHandedOut(ticket));
  const known = order.event.asksNeeds ? null : new Set(await selectTicketsWithNeeds(deps.db.query, held.map(({ id }) => id)));
  return held.filter(({ id }) => known === null || known.has(id)).map(({ ticketNumber }) => ticketNumber);
}

/** For whoever serves the plate of that ticket. */
export async function needsOfServedTicket(query: Query, ticketId: string): Promise<Pick<StoredNeeds, 'codes' | 'other'> | null> {
  const needs = await selectNeeds(query, ticketId);
  return needs && { codes: needs.codes, other: needs.other };
}

export interface NeedsOfEvent extends NeedsSheet {
  title: string;
  image: string;
  date: string;
  time: string;
  asksNeeds: boolean;
  asOf: Date;
}

export async function readNeedsOfEvent(deps: Deps, _admin: AdminId, eventId: number): Promise<NeedsOfEvent | null> {
  const [event, needy] = await Promise.all([selectEventOfNeeds(deps.db.query, eventId), selectNeedyTickets(deps.db.query, eventId)]);
  const tickets = needy.map(({ menu, extras, ...ticket }) => ({ ...ticket, ...soldMenu({ menu, extras }) }));
  const today = await selectDishesToday(deps.db.query, idsOf(tickets));
  return event && { ...event, ...needsSheet(tickets.map((ticket) => ({ ...ticket, ...withContentOf(today, ticket) }))), asOf: deps.clock.now() };
}

/** For the kitchen's sheet by table alone; keyed as tables are called, null for those without one. */
export async function readNeedsByTable(deps: Pick<Deps, 'db'>, _admin: AdminId, eventId: number): Promise<Map<string | null, string[]>> {
  return needsByTable(await selectNeedyTickets(deps.db.query, eventId));
}

export interface ChangedDish {
  id: string;
  name: string;
  /** The needs that it may no longer suit. */
  codes: readonly NeedCode[];
}

/** In the transaction of the edit. Neither the mail nor its row says what somebody named. */
export async function notifyChangedDishes(deps: Deps, tx: Tx, dishes: readonly ChangedDish[]): Promise<void> {
  const today = dayInMadrid(deps.clock.now());
  const orders = new Map<string, { email: string; dishes: Set<string> }>();
  const recipients = new Map<string, { email: string; eventId: number; ticketNumbers: Set<string>; dishes: Set<string> }>();
  for (const dish of dishes) {
    for (const { orderId, email } of await selectOrdersToNotify(tx, { dish, today })) {
      const known = orders.get(orderId) ?? { email, dishes: new Set() };
      orders.set(orderId, known);
      known.dishes.add(dish.name);
    }
    for (const { email, eventId, ticketNumber } of await selectRecipientsToNotify(tx, { dish, today })) {
      const known = recipients.get(email.toLowerCase()) ?? { email, eventId, ticketNumbers: new Set(), dishes: new Set() };
      recipients.set(email.toLowerCase(), known);
      known.ticketNumbers.add(ticketNumber);
      known.dishes.add(dish.name);
    }
  }
  const mail = { kind: 'dish_changed', cause: 'dish_changed' as const, now: deps.clock.now() };
  await enqueueMails(tx, [
    ...[...orders].map(([orderId, notice]) => ({ ...mail, id: deps.ids.uuid(), orderId, recipient: notice.email, detail: { dishes: [...notice.dishes] } })),
    ...[...recipients.values()].map(({ email, eventId, ...notice }) => ({ ...mail, kind: 'taken_dish_changed', id: deps.ids.uuid(), orderId: null, recipient: email, detail: { eventId, ticketNumbers: [...notice.ticketNumbers], dishes: [...notice.dishes] } })),
  ]);
}

/** Runs where an order is settled: a dish may have changed while its buyer was paying. */
export async function notifyDishesChangedMeanwhile(deps: Deps, tx: Tx, order: Pick<OrderRecord, 'id' | 'email'>): Promise<void> {
  const needy = await selectNeedyOfOrder(tx, order.id);
  if (order.email === null || needy.length === 0) return;
  const sold = needy.map(({ codes, ...stored }) => ({ codes, ...soldMenu(stored) }));
  const today = await selectDishesToday(tx, idsOf(sold));
  const changed = sold.flatMap(({ codes: needs, menu, extras }) =>
    changedDishes({ sections: menu, options: extras }, { sections: [], options: today }).filter(({ codes }) => codes.some((one) => needs.includes(one))),
  );
  if (changed.length === 0) return;
  const dishes = [...new Set(changed.map(({ name }) => name))];
  await enqueueMails(tx, [{ id: deps.ids.uuid(), kind: 'dish_changed', cause: 'dish_changed', orderId: order.id, recipient: order.email, detail: { dishes }, now: deps.clock.now() }]);
}

/** A backup may hold what was erased since: before anybody asks, it goes again. The list of withdrawals is read only while there are needs. */
export async function eraseNeedsOfRestored(query: Query, { withdrawals, now }: { withdrawals: () => Promise<readonly Withdrawal[]>; now: Date }): Promise<number> {
  const late = await eraseNeedsUntil(query, addDays(dayInMadrid(now), -RETENTION_DAYS), now);
  return late + ((await hasAnyNeeds(query)) ? await eraseWithdrawn(query, await withdrawals(), now) : 0);
}
