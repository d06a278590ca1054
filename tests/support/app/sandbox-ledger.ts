import { sessionOf } from '../people/buyers.ts';
import type { TestApp } from './test-app.ts';

type Placed = Parameters<typeof sessionOf>[0];

/** A second successful charge on an order's page, as two tabs of a real provider can make. */
export async function chargeAgain(app: TestApp, placed: Placed): Promise<string> {
  const session = sessionOf(placed);
  const { amount } = await app.db.query.selectFrom('sandboxSessions').select('amount').where('id', '=', session).executeTakeFirstOrThrow();
  const id = `charge_${app.deps.ids.uuid()}`;
  // A moment later than whatever was charged before.
  const createdAt = new Date(app.clock.now().getTime() + 1);
  await app.db.query.insertInto('sandboxCharges').values({ id, sessionId: session, amount, createdAt }).execute();
  return id;
}

/** Changes what the provider believes is to be paid, behind our back. */
export async function tamperWith(app: TestApp, placed: Placed, change: { amount?: number; currency?: string; reference?: string }): Promise<void> {
  await app.db.query.updateTable('sandboxSessions').set(change).where('id', '=', sessionOf(placed)).execute();
}

export interface Aftermath {
  status: string;
  tickets: string[];
  refunds: { reason: string; status: string; amount: number }[];
  cases: string[];
  mails: string[];
  /** What the provider has really given back, in cents. */
  refunded: number[];
}

/** All that is left of an order in our books and in the provider's. */
export async function aftermathOf(app: TestApp, placed: Placed & { orderId: string }): Promise<Aftermath> {
  const { query } = app.db;
  const [order, tickets, refunds, cases, mails, refunded] = await Promise.all([
    query.selectFrom('orders').select('status').where('id', '=', placed.orderId).executeTakeFirstOrThrow(),
    query.selectFrom('tickets').select('status').where('orderId', '=', placed.orderId).execute(),
    query.selectFrom('refunds').select(['reason', 'status', 'amount']).where('orderId', '=', placed.orderId).orderBy('createdAt').execute(),
    query.selectFrom('paymentCases').select('kind').where('orderId', '=', placed.orderId).orderBy('createdAt').execute(),
    query.selectFrom('mails').select('cause').where('orderId', '=', placed.orderId).orderBy('createdAt').execute(),
    query
      .selectFrom('sandboxRefunds')
      .innerJoin('sandboxCharges', 'sandboxCharges.id', 'sandboxRefunds.chargeId')
      .select('sandboxRefunds.amount')
      .where('sandboxCharges.sessionId', '=', sessionOf(placed))
      .execute(),
  ]);
  return {
    status: order.status,
    tickets: [...new Set(tickets.map((ticket) => ticket.status))],
    refunds,
    cases: cases.map((one) => one.kind),
    mails: mails.map((mail) => mail.cause),
    refunded: refunded.map((refund) => refund.amount),
  };
}
