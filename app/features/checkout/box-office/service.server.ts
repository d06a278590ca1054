import { createHash } from 'node:crypto';

import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import { KEY_LIFE_MS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import { decideOrder, type NotPlaced, type OrderRefusal, refusalOf } from '#app/domain/order/placing.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { singleLine } from '#app/domain/plain-text.ts';
import { findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import { type GroupInput, groupsToJoin } from '#app/features/groups/service.server.ts';
import { readTermsVersion } from '#app/features/settings/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { OrderedTicket } from '../schema.ts';
import { isNumberTaken, type PlaceOrderParams, type PlaceOrderResult, runPlaceOrder, selectIdempotencyKey } from '../store.server.ts';

export interface BoxOfficeOrder {
  eventId: number;
  role: Role;
  tickets: readonly OrderedTicket[];
  expectedTotal?: number | undefined;
  email: string | null;
  userName: string | null;
  key: string | null;
  group?: GroupInput | undefined;
  /** What else makes two requests equal. */
  fingerprint: unknown;
  /** For the audit. */
  actor: string;
}

export type BoxOfficePlaced =
  | { outcome: 'placed'; orderId: string; orderNumber: string; total: number; quantity: number; /** Null where nothing is to be paid: the order is completed. */ paymentId: string | null }
  | { outcome: 'replay'; orderId: string }
  | { outcome: 'refused'; refusal: OrderRefusal };

/** The next number is another: the transaction starts anew, and tells the caller once that has not helped either. */
export class OrderNumberTaken extends RepeatTransaction {
  override name = 'OrderNumberTaken';
}

/** Same decision, stock and tickets as `placeOrder`, without provider, caps and opening hours. The caller settles the payment in the same transaction. */
export async function placeInPerson(deps: Deps, tx: Tx, order: BoxOfficeOrder): Promise<BoxOfficePlaced> {
  const now = deps.clock.now();
  const event = await findEventForSale(tx, order.eventId);
  if (!event) return { outcome: 'refused', refusal: { code: 'EVENT_NOT_FOUND' } };
  const plan = decideOrder({ event, menu: menuFor(order.role, event), role: order.role, now, chargeLimits: null, atTill: true }, order);
  if ('code' in plan) return { outcome: 'refused', refusal: plan };

  const [joining = null] = await groupsToJoin(deps, event, [order.group], tx);
  if (joining !== null && 'refused' in joining) return { outcome: 'refused', refusal: joining.refused };
  const [orderId, paymentId] = [deps.ids.uuid(), deps.ids.uuid()];
  const quantity = plan.tickets.length;
  const isFree = plan.total === 0;
  const holdEnds = isFree ? null : new Date(now.getTime() + deps.env.hold.holdMs).toISOString();
  const result = await write(tx, {
    now: now.toISOString(),
    key: order.key,
    requestHash: requestHashOf(order),
    actor: order.actor,
    eventId: event.id,
    offerId: null,
    eventVersion: event.version,
    orderId,
    buyer: null,
    userId: null,
    email: order.email,
    userName: order.userName === null ? null : singleLine(order.userName) || null,
    role: order.role,
    status: isFree ? 'completed' : 'pending_payment',
    total: plan.total,
    quantity,
    termsVersion: await readTermsVersion(tx),
    holdExpiresAt: holdEnds,
    sessionExpiresAt: holdEnds,
    paymentId,
    paymentKey: `till:${orderId}`,
    mailId: deps.ids.uuid(),
    provider: 'till',
    networkHash: null,
    cookieless: false,
    caps: null,
    ...(joining !== null && { group: { ...joining.join, closesAt: event.groups ? STAFF_MAY_ALWAYS : joining.join.closesAt } }),
    tickets: plan.tickets.map((ticket) => ({ ...ticket, id: deps.ids.ticket() })),
  });
  if (result.outcome === 'placed') return { outcome: 'placed', orderId, orderNumber: result.orderNumber, total: plan.total, quantity, paymentId: isFree ? null : paymentId };
  if (result.outcome === 'replay') return { outcome: 'replay', orderId: result.orderId };
  return { outcome: 'refused', refusal: toRefusal(result, { event, ...plan }) };
}

async function write(tx: Tx, order: PlaceOrderParams): Promise<PlaceOrderResult> {
  try {
    return await runPlaceOrder(tx, order);
  } catch (error) {
    throw isNumberTaken(error) ? new OrderNumberTaken('the number of an order at the till is taken') : error;
  }
}

/** After the tables have closed only staff move people. */
const STAFF_MAY_ALWAYS = '9999-12-31T00:00:00.000Z';

/** Without needs: a till that was reloaded asks again without them, and is the same sale. */
function requestHashOf({ fingerprint, eventId, role, tickets, email, userName }: BoxOfficeOrder): string {
  const withoutNeeds = tickets.map(({ needs: _needs, ...ticket }) => ticket);
  return createHash('sha256').update(JSON.stringify([fingerprint, eventId, role, withoutNeeds, email, userName])).digest('hex');
}

/** Null while no earlier request has completed. */
export async function findPlacedInPerson(tx: Tx, order: BoxOfficeOrder, now: Date): Promise<Exclude<BoxOfficePlaced, { outcome: 'placed' }> | null> {
  const known = order.key === null ? null : await selectIdempotencyKey(tx, order.key, new Date(now.getTime() - KEY_LIFE_MS));
  if (known === null) return null;
  if (known.scope !== 'order' || known.requestHash !== requestHashOf(order) || known.orderId === null) return { outcome: 'refused', refusal: { code: 'IDEMPOTENCY_KEY_REUSED' } };
  return { outcome: 'replay', orderId: known.orderId };
}

/** The till has no caps, quotas and codes; an event that was edited is read again. */
function toRefusal(result: NotPlaced, facts: Parameters<typeof refusalOf>[1]): OrderRefusal {
  switch (result.outcome) {
    case 'key_reused':
    case 'insufficient':
    case 'dishes_lacking':
      return refusalOf(result, facts);
    case 'event_changed':
      throw new RepeatTransaction('the event was edited meanwhile');
    default:
      throw new Error(`not for the till: ${result.outcome}`);
  }
}
