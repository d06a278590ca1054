import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { publishedTable } from '#app/platform/adapters/db/published-table.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import type { SoldUse } from '#app/domain/payment/sale-record.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Role, Visibility } from '#app/domain/people/roles.ts';
import { instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { CLOCK_SLACK_MS } from '#app/domain/time/clock-slack.ts';
import { soldMenu } from '#app/design/ticket-rendering/sold-menu.ts';

export interface OrderRecord {
  id: string;
  /** Replaces the id in addresses, once the buyer's e-mail was corrected. */
  linkId: string | null;
  orderNumber: string;
  eventId: number;
  /** `user:…` or `visitor:…`; null for an API client without cookies. */
  buyer: string | null;
  email: string | null;
  addressCorrectedAt: Date | null;
  status: OrderStatus;
  totalAmount: number;
  ticketQuantity: number;
  holdExpiresAt: Date | null;
  createdAt: Date;
  paidAt: Date | null;
  discount: OrderDiscount | null;
  event: OrderEvent;
}

export interface OrderDiscount {
  label: string;
  amount: number;
}

export interface OrderEvent {
  title: string;
  image: string;
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: string;
  time: string;
  /** HH:MM, of the next day where it is earlier than `time`; null: unknown. */
  endTime: string | null;
  location: string | null;
  description: string;
  visibility: Visibility;
  version: number;
  startsAt: Date;
  withdrawnAt: Date | null;
  kitchenDeadline: Date | null;
  givingAllowed: boolean;
  reminderAt: string | null;
  asksNeeds: boolean;
  groups: boolean;
}

/** `bearer`: the id or token in the address of the order's page. */
export type WhichOrder = { id: string } | { orderNumber: string } | { bearer: string };

export async function selectOrder(query: Query | Tx, which: WhichOrder): Promise<OrderRecord | null> {
  const row = await orders(query)
    .where((eb) => {
      if ('id' in which) return eb('orders.id', '=', which.id);
      if ('orderNumber' in which) return eb('orders.orderNumber', '=', which.orderNumber);
      return eb.or([eb('orders.linkId', '=', which.bearer), eb.and([eb('orders.id', '=', which.bearer), eb('orders.linkId', 'is', null)])]);
    })
    .executeTakeFirst();
  return row ? toRecord(row) : null;
}

export async function selectOrders(query: Query | Tx, orderIds: readonly string[]): Promise<OrderRecord[]> {
  return (await orders(query).where('orders.id', 'in', [...orderIds]).execute()).map(toRecord);
}

export function bearerOf(order: Pick<OrderRecord, 'id' | 'linkId'>): string {
  return order.linkId ?? order.id;
}

/** An account, else a browser, of whose cookie only a hash is stored. */
export function buyerOf(actor: Actor): string | null {
  if (actor.kind === 'user') return `user:${actor.userId}`;
  return actor.visitor === null ? null : `visitor:${createHash('sha256').update(actor.visitor).digest('hex')}`;
}

export async function selectComingOrders(query: Query, coming: { email: string | null; since: string; limit: number }): Promise<OrderRecord[]> {
  const rows = await orders(query)
    .where('orders.email', '=', coming.email)
    .where('orders.status', 'in', ['paid', 'completed'])
    .where('events.eventDate', '>=', coming.since)
    .orderBy('events.eventDate')
    .orderBy('events.eventTime')
    .orderBy('orders.createdAt')
    .limit(coming.limit)
    .execute();
  return rows.map(toRecord);
}

/** Expired holds, those never checked with the provider first. */
export async function selectOverdueHolds(query: Query, filter: { now: Date; except: readonly string[]; limit: number }): Promise<OrderRecord[]> {
  const rows = await orders(query)
    .where('orders.status', '=', 'pending_payment')
    .where('orders.holdExpiresAt', '<=', filter.now)
    .$if(filter.except.length > 0, (overdue) => overdue.where('orders.id', 'not in', [...filter.except]))
    .orderBy('orders.providerAskedAt', (order) => order.asc().nullsFirst())
    .orderBy('orders.holdExpiresAt')
    .limit(filter.limit)
    .execute();
  return rows.map(toRecord);
}

/** Locks the order's row alone: the event's columns are as of the statement's start. Rows that name the order can be written meanwhile. */
export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRecord | null> {
  const row = await orders(tx).where('orders.id', '=', orderId).forNoKeyUpdate('orders').executeTakeFirst();
  return row ? toRecord(row) : null;
}

/** Fixed lock order against deadlocks: the stock row before the order's. Withdrawing an event starts with the stock row as well. */
export async function lockOrderWithStock(tx: Tx, orderId: string): Promise<OrderRecord | null> {
  await tx.selectFrom('eventStock').select('eventId').where('eventId', '=', eventIdOf(tx, orderId)).forUpdate().execute();
  return lockOrder(tx, orderId);
}

/** A shared lock: the event can't be withdrawn, nor its holders told of a change, until the transaction ends, while sales go on. */
export async function lockOrderWithEvent(tx: Tx, orderId: string): Promise<OrderRecord | null> {
  await tx.selectFrom('events').select('id').where('id', '=', eventIdOf(tx, orderId)).forKeyShare().execute();
  return lockOrder(tx, orderId);
}

function eventIdOf(tx: Tx, orderId: string) {
  return tx.selectFrom('orders').select('orders.eventId').where('orders.id', '=', orderId);
}

/** The note is left out: it may hold an allergy. */
export interface TicketRecord {
  id: string;
  orderId: string;
  ticketNumber: string;
  userRole: Role;
  /** What was paid for it, the discount taken off. */
  price: number;
  discount: number;
  /** Whose prices it was sold at, where they are not those of `userRole`. */
  pricedAs: Role | null;
  menu: ComposedTicket['menu'];
  extras: ComposedTicket['extras'];
  /** False for an older menu format. */
  hasDishIds: boolean;
  status: TicketStatus;
  suspendedAt: Date | null;
  /** The recipient, where the ticket was transferred. */
  givenTo: string | null;
  /** Who eats it, as the buyer said. */
  noteName: string | null;
  /** The number of its table, once tables are published. */
  table: number | null;
}

export async function selectTickets(query: Query | Tx, orderIds: readonly string[]): Promise<TicketRecord[]> {
  if (orderIds.length === 0) return [];
  const rows = await query
    .selectFrom('tickets')
    .select(['id', 'orderId', 'ticketNumber', 'userRole', 'price', 'discount', 'pricedAs', 'status', 'suspendedAt', 'givenTo', 'noteName', 'menuSelection as menu', 'extrasSelection as extras'])
    .select(publishedTable())
    .where('orderId', 'in', [...orderIds])
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, ...soldMenu(row) }));
}

export async function selectAccountOf(query: Query, orderId: string): Promise<string | null> {
  const order = await query.selectFrom('orders').select('userId').where('id', '=', orderId).executeTakeFirst();
  return order?.userId ?? null;
}

export async function selectVoucherUses(query: Query, orderId: string): Promise<SoldUse[]> {
  return query.selectFrom('voucherUses').innerJoin('voucherCodes', 'voucherCodes.code', 'voucherUses.code').select(['voucherCodes.voucherId', 'voucherCodes.position', 'voucherUses.discount']).where('orderId', '=', orderId).orderBy('voucherUses.code').execute();
}

/** Extends the hold when a further payment attempt starts. */
export async function extendHold(tx: Tx, orderId: string, until: Date): Promise<void> {
  await tx.updateTable('orders').set({ holdExpiresAt: until }).where('id', '=', orderId).execute();
}

/** Holds that end before `endingBefore` though no payment page could be opened: they last until `longestMs` after their order. */
export async function extendUnopenedHolds(query: Query, { endingBefore, longestMs, onlyUnasked }: { endingBefore: Date; longestMs: number; onlyUnasked: boolean }): Promise<void> {
  await sql`
    update orders set hold_expires_at = orders.created_at + ${longestMs}::double precision * interval '1 millisecond'
    from events
    where events.id = orders.event_id and events.withdrawn_at is null
      and orders.status = 'pending_payment' and orders.hold_expires_at <= ${endingBefore}
      and orders.hold_expires_at < orders.created_at + ${longestMs}::double precision * interval '1 millisecond'
      and exists (select from payments where payments.order_id = orders.id and payments.status = 'creating' and (payments.asked_at is null or not ${onlyUnasked}))
      and not exists (select from payments where payments.order_id = orders.id and payments.provider_session is not null)`.execute(query);
}

/** Placed by a clock that was ahead and has been set right: they last no longer than one that is placed now. */
export async function shortenHoldsFromTheFuture(query: Query, { now, holdMs }: { now: Date; holdMs: number }): Promise<void> {
  const until = new Date(now.getTime() + holdMs);
  await sql`update orders set hold_expires_at = ${until} where status = 'pending_payment' and hold_expires_at > ${until} and created_at > ${new Date(now.getTime() + CLOCK_SLACK_MS)}`.execute(query);
}

/** Claims the right to ask the provider about an order; false when somebody did less than `everyMs` ago. */
export async function claimPoll(query: Query, orderId: string, pace: { now: Date; everyMs: number }): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('orders')
    .set({ providerAskedAt: pace.now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending_payment')
    .where((eb) => eb.or([eb('providerAskedAt', 'is', null), eb('providerAskedAt', '<=', new Date(pace.now.getTime() - pace.everyMs))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The next round starts with the others, so that one order the provider can't answer for blocks none. */
export async function markPolled(query: Query, orderId: string, now: Date): Promise<void> {
  await query.updateTable('orders').set({ providerAskedAt: now }).where('id', '=', orderId).execute();
}

function orders(query: Query | Tx) {
  return query
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.eventId')
    .select(['orders.id', 'orders.orderNumber', 'orders.eventId', 'orders.email', 'orders.status', 'orders.totalAmount', 'orders.ticketQuantity'])
    .select(['orders.holdExpiresAt', 'orders.createdAt', 'orders.paidAt', 'orders.linkId', 'orders.buyer', 'orders.addressCorrectedAt'])
    .select(['events.title', 'events.image', 'events.eventDate as date', 'events.location', 'events.description', 'events.visibility', 'events.version', 'events.withdrawnAt', 'events.kitchenDeadline', 'events.givingAllowed', 'events.reminderAt', 'events.asksNeeds', 'events.groups'])
    .select(['events.eventTime as time', 'events.endTime'])
    .select(sql<OrderDiscount | null>`(select jsonb_build_object('label', c.label, 'amount', u.discount) from voucher_uses u join voucher_codes c on c.code = u.code where u.order_id = orders.id and u.discount > 0 limit 1)`.as('discount'));
}

type OrderRow = Omit<OrderRecord, 'event'> & Omit<OrderEvent, 'startsAt'>;

function toRecord({ title, image, date, time, endTime, location, description, visibility, version, withdrawnAt, kitchenDeadline, givingAllowed, reminderAt, asksNeeds, groups, ...order }: OrderRow): OrderRecord {
  const startsAt = new Date(instantInMadrid(date, time));
  return { ...order, event: { title, image, date, time, endTime, location, description, visibility, version, startsAt, withdrawnAt, kitchenDeadline, givingAllowed, reminderAt, asksNeeds, groups } };
}

export async function countHolds(query: Query): Promise<number> {
  const { count } = await query.selectFrom('orders').select(({ fn }) => fn.countAll<string>().as('count')).where('status', '=', 'pending_payment').executeTakeFirstOrThrow();
  return Number(count);
}
