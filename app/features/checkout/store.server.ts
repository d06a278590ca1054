import { sql } from 'kysely';

import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { ComposedTicket } from '#app/domain/event/menu.ts';
import type { ORDER_CAPS } from '#app/domain/order/caps.ts';
import type { LackingDish } from '#app/domain/order/lacking-dishes.ts';
import type { Role } from '#app/domain/people/roles.ts';

/** What the SQL function `place_orders` is told of an order. Instants are RFC 3339, amounts cents. */
export interface PlaceOrderParams {
  now: string;
  key: string | null;
  requestHash: string;
  actor: string;
  eventId: number;
  /** Of the waiting list: its places count as free for this order. */
  offerId: string | null;
  eventVersion: number;
  orderId: string;
  buyer: string | null;
  userId: string | null;
  /** Null at the till, for whoever leaves none. */
  email: string | null;
  userName: string | null;
  role: Role;
  status: 'pending_payment' | 'completed';
  total: number;
  quantity: number;
  termsVersion: string;
  holdExpiresAt: string | null;
  sessionExpiresAt: string | null;
  paymentId: string;
  /** Of the first attempt to be paid; stored before the provider is asked. */
  paymentKey: string;
  mailId: string;
  provider: string;
  networkHash: string | null;
  /** The browser sent no cookie, so that nothing but its network tells it from others. */
  cookieless: boolean;
  /** Null for whom they don't bind. */
  caps: typeof ORDER_CAPS | null;
  tickets: (Pick<ComposedTicket, 'price' | 'menu' | 'extras' | 'note'> & { id: string })[];
}

export type PlaceOrderResult =
  | { outcome: 'placed'; orderNumber: string }
  | { outcome: 'replay'; orderId: string }
  | { outcome: 'insufficient'; available: number }
  | { outcome: 'key_reused' | 'event_changed' | 'too_many_holds' | 'too_many_of_network' | 'too_many_free' }
  | { outcome: 'dishes_lacking'; items: LackingDish[] }
  | { outcome: 'too_many_an_hour'; retryAfterSeconds: number };

/** What the orders of a batch mostly say alike is sent once. */
const SHARED = ['now', 'eventId', 'eventVersion', 'holdExpiresAt', 'sessionExpiresAt', 'provider', 'caps', 'role', 'termsVersion'] as const satisfies (keyof PlaceOrderParams)[];

/** Orders of one event, decided from the same facts: a result for each. One that can't be written fails them all. */
export async function runPlaceOrders(query: Query | Tx, orders: readonly PlaceOrderParams[]): Promise<PlaceOrderResult[]> {
  const [first] = orders;
  const common = Object.fromEntries(SHARED.map((name) => [name, first![name]]));
  const own = orders.map((order) => {
    const said: Partial<PlaceOrderParams> = { ...order };
    for (const name of SHARED) if (order[name] === first![name]) delete said[name];
    return said;
  });
  const { rows } = await sql<{ results: PlaceOrderResult[] }>`select place_orders(${JSON.stringify(common)}::jsonb, ${JSON.stringify(own)}::jsonb) as results`.execute(query);
  return rows[0]!.results;
}

export async function runPlaceOrder(tx: Tx, order: PlaceOrderParams): Promise<PlaceOrderResult> {
  const [result] = await runPlaceOrders(tx, [order]);
  return result!;
}

/** What was asked with this key before, so that a repeated request needs no event that is still on sale. */
export async function selectIdempotencyKey(query: Query | Tx, key: string, notBefore: Date): Promise<{ requestHash: string; orderId: string | null; scope: string } | null> {
  const row = await query
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'orderId', 'scope'])
    .where('key', '=', key)
    .where('createdAt', '>=', notBefore)
    .executeTakeFirst();
  return row ?? null;
}

/** Open holds of one buyer for one event, oldest first; those that are overdue count no more. */
export async function selectOpenHolds(
  query: Query,
  filter: { buyer: string; eventId: number; now: Date },
): Promise<{ id: string; ticketQuantity: number }[]> {
  return query
    .selectFrom('orders')
    .select(['id', 'ticketQuantity'])
    .where('buyer', '=', filter.buyer)
    .where('eventId', '=', filter.eventId)
    .where('status', '=', 'pending_payment')
    .where('holdExpiresAt', '>', filter.now)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(10)
    .execute();
}

export async function deleteIdempotencyKeysBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
