import { createBatches, type JoinBatch } from '#app/platform/adapters/batches/batches.server.ts';
import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { isDatabaseBusy } from '#app/platform/adapters/db/database.server.ts';
import { ExpiryTooShort, PaymentUnavailable, SessionRejected, TooHasty, type SessionLine } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { cents } from '#app/domain/money.ts';
import { extendHold, lockOrder, type OrderRecord, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { noteRefusedKey } from './cases/provider-alarms.server.ts';
import { insertAttempt, markOpened, markStatus, type OpenedPayment, type PaymentRow, selectPayments } from './store.server.ts';

export type PayableOrder = Pick<OrderRecord, 'id' | 'orderNumber' | 'eventId' | 'email' | 'ticketQuantity'> & { event: Pick<OrderRecord['event'], 'title'> };

export type PaymentAttempt = Pick<PaymentRow, 'id' | 'idempotencyKey' | 'amount' | 'expiresAt'>;

interface CheckoutSession {
  session: string;
  url: string | null;
}

/** Begins a new attempt where too little is left of this one's time. Null: no session now; the hold stays, and asking again tries again. Throws `TooHasty`. */
export async function openCheckout(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): Promise<string | null> {
  try {
    return (await createSession(deps, order, attempt)).url;
  } catch (error) {
    if (error instanceof ExpiryTooShort) return openAnotherCheckout(deps, order);
    return noSession(deps, order, error);
  }
}

async function openAnotherCheckout(deps: Deps, order: PayableOrder): Promise<string | null> {
  const attempt = await beginNewAttempt(deps, order.id);
  if (attempt === null) return null;
  return createSession(deps, order, attempt).then(
    ({ url }) => url,
    (error: unknown) => noSession(deps, order, error),
  );
}

async function noSession(deps: Deps, order: PayableOrder, error: unknown): Promise<null> {
  if (error instanceof TooHasty) throw error;
  await noteRefusedKey(deps, error, 'checkout');
  if (error instanceof SessionRejected) deps.log.error({ err: error, orderNumber: order.orderNumber }, 'the payment provider refuses to open a checkout session');
  else if (!(error instanceof PaymentUnavailable)) throw error;
  return null;
}

/** Asking twice gives the same session: the key was stored with the order. Throws `PaymentUnavailable` and `SessionRejected`. */
export async function createSession(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): Promise<CheckoutSession> {
  const { id: orderId, orderNumber, eventId, email, ticketQuantity } = order;
  const session = await deps.payments.openSession({
    orderId,
    orderNumber,
    eventId,
    eventTitle: order.event.title,
    email,
    ticketQuantity,
    lines: async () => (await selectTickets(deps.db.query, [orderId])).map(lineOf),
    key: attempt.idempotencyKey,
    amount: cents(attempt.amount),
    currency: 'eur',
    expiresAt: attempt.expiresAt,
    successUrl: new URL(`/payment-success?order_id=${orderId}`, deps.env.publicUrl).href,
    cancelUrl: new URL(`/checkout/${eventId}?cancelled=${orderId}`, deps.env.publicUrl).href,
  });
  await deps.checkpoint('after-session-before-mark');
  await deps.state.get(openedSessions)('opened', { id: attempt.id, ...session });
  return session;
}

/** Sessions that were opened at the same time are noted together. */
const openedSessions = stateKey<JoinBatch<'opened', OpenedPayment, undefined>>('opened sessions');

export function openOpenedSessions({ db }: Pick<Deps, 'db'>): OpenedState {
  const note = createBatches<'opened', OpenedPayment, undefined>({
    maxItems: 100,
    maxMs: 100,
    isEverybodys: isDatabaseBusy,
    async run(_, payments) {
      await markOpened(db.query, payments);
      return payments.map(() => undefined);
    },
  });
  return openedSessions.opened(note);
}

function lineOf(ticket: TicketRecord): SessionLine {
  const dishes = [...ticket.menu.flatMap((section) => section.items), ...ticket.extras];
  return {
    name: `Tiquet ${ticket.ticketNumber}`,
    description: dishes.map((dish) => dish.name).join(' · '),
    amount: cents(ticket.price),
    ticket: { id: ticket.id, role: ticket.userRole, price: ticket.price, choices: dishes },
  };
}

/** The key is stored before the provider is asked. Null when the order waits no more. */
async function beginNewAttempt(deps: Deps, orderId: string): Promise<PaymentAttempt | null> {
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payments = await selectPayments(tx, orderId);
    const last = payments.at(-1);
    if (order?.status !== 'pending_payment' || !last) return null;
    // Another process was quicker.
    const now = deps.clock.now();
    if (last.status === 'creating' && last.expiresAt.getTime() >= now.getTime() + deps.env.hold.sessionMs) return last;
    await markStatus(tx, last.id, 'expired');
    const attempt = {
      id: deps.ids.uuid(),
      idempotencyKey: `order:${orderId}:${payments.length + 1}`,
      amount: last.amount,
      expiresAt: new Date(now.getTime() + deps.env.hold.sessionMs),
    };
    await insertAttempt(tx, { ...attempt, orderId, provider: deps.payments.name, now });
    await extendHold(tx, orderId, new Date(now.getTime() + deps.env.hold.holdMs));
    await writeAudit(tx, { at: now, actor: 'buyer', action: 'payment.begun', subject: 'payment', subjectId: attempt.id });
    return attempt;
  });
}
