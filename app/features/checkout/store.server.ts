import { sql } from 'kysely';

import { type Query, type Tx, violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import type { ORDER_CAPS } from '#app/domain/order/caps.ts';
import type { NotPlaced } from '#app/domain/order/placing.ts';
import type { PricedTicket } from '#app/domain/order/ticket-prices.ts';
import type { GroupToJoin } from '#app/features/groups/service.server.ts';
import type { Role } from '#app/domain/people/roles.ts';

/** Parameters of the SQL function `place_orders`. Instants are RFC 3339, amounts cents. */
export interface PlaceOrderParams {
  now: string;
  key: string | null;
  requestHash: string;
  actor: string;
  eventId: number;
  /** Waiting-list offer whose reserved places count as free for this order. */
  offerId: string | null;
  eventVersion: number;
  orderId: string;
  buyer: string | null;
  userId: string | null;
  /** Null for a sale at the till without an address. */
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
  /** Idempotency key of the first payment attempt; stored before the provider is called. */
  paymentKey: string;
  mailId: string;
  provider: string;
  networkHash: string | null;
  /** Without a cookie only the network identifies the buyer. */
  cookieless: boolean;
  /** Null for orders exempt from the caps. */
  caps: typeof ORDER_CAPS | null;
  group?: GroupToJoin;
  /** Tickets at the reduced price of an account that may have only so many. */
  memberQuota?: { limit: number; reduced: number };
  vouchers?: { code: string; discount: number }[];
  tickets: (Pick<PricedTicket, 'price' | 'menu' | 'extras' | 'note' | 'noteName' | 'needs'> & Partial<Pick<PricedTicket, 'discount' | 'pricedAs'>> & { id: string })[];
}

export type PlaceOrderResult = { outcome: 'placed'; orderNumber: string } | { outcome: 'replay'; orderId: string } | Exclude<NotPlaced, { outcome: 'duplicate_number' }>;

/** Fields mostly equal within a batch are sent once. */
const SHARED = ['now', 'eventId', 'eventVersion', 'holdExpiresAt', 'sessionExpiresAt', 'provider', 'caps', 'role', 'termsVersion'] as const satisfies (keyof PlaceOrderParams)[];

/** All of one event, decided on the same snapshot. An order that can't be written fails the batch. */
export async function runPlaceOrders(query: Query | Tx, orders: readonly PlaceOrderParams[]): Promise<PlaceOrderResult[]> {
  const [first] = orders;
  if (first === undefined) return [];
  const common = Object.fromEntries(SHARED.map((name) => [name, first[name]]));
  const own = orders.map((order) => {
    const fields: Partial<PlaceOrderParams> = { ...order };
    for (const name of SHARED) if (order[name] === first[name]) delete fields[name];
    return fields;
  });
  const { rows } = await sql<{ results: PlaceOrderResult[] }>`select place_orders(${JSON.stringify(common)}::jsonb, ${JSON.stringify(own)}::jsonb) as results`.execute(query);
  return rows[0]!.results;
}

const NUMBERS = new Set(['orders_order_number_key', 'tickets_ticket_number_key']);

export function isNumberTaken(error: unknown): boolean {
  return NUMBERS.has(violatedConstraint(error) ?? '');
}

export async function runPlaceOrder(tx: Tx, order: PlaceOrderParams): Promise<PlaceOrderResult> {
  const [result] = await runPlaceOrders(tx, [order]);
  return result!;
}

export async function selectIdempotencyKey(query: Query | Tx, key: string, notBefore: Date): Promise<{ requestHash: string; orderId: string | null; scope: string } | null> {
  const row = await query
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'orderId', 'scope'])
    .where('key', '=', key)
    .where('createdAt', '>=', notBefore)
    .executeTakeFirst();
  return row ?? null;
}

/** Oldest first, without expired ones. */
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

export async function sumFreeTickets(query: Query, { buyer, eventId }: { buyer: string; eventId: number }): Promise<number> {
  const { tickets } = await query
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(ticket_quantity), 0)::integer`.as('tickets'))
    .where('buyer', '=', buyer)
    .where('eventId', '=', eventId)
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow();
  return tickets;
}

/** By account: tickets of the event that it holds or has paid at its reduced price. */
export async function selectReducedTickets(query: Query | Tx, eventId: number, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ userId: string; tickets: number }>`
    select id as "userId", reduced_tickets(${eventId}, id) as tickets from unnest(${[...new Set(userIds)]}::uuid[]) as id`.execute(query);
  return new Map(rows.map(({ userId, tickets }) => [userId, tickets]));
}

/** Unpaid orders of an account for the event, with how many reduced tickets each holds. */
export async function selectReducedHolds(query: Query, { eventId, userId }: { eventId: number; userId: string }): Promise<{ orderId: string; reduced: number }[]> {
  const { rows } = await sql<{ orderId: string; reduced: number }>`
    select coalesce(orders.link_id, orders.id) as "orderId", count(*)::integer as reduced
    from orders join tickets on tickets.order_id = orders.id
    where orders.user_id = ${userId} and orders.event_id = ${eventId} and orders.status = 'pending_payment'
      and coalesce(tickets.priced_as, tickets.user_role) in ('socio', 'comision')
    group by orders.id`.execute(query);
  return rows;
}

export async function deleteIdempotencyKeysBefore(query: Query, before: Date): Promise<void> {
  await query.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
