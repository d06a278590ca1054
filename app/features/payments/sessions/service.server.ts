import { performance } from 'node:perf_hooks';

import { createBatches, type JoinBatch } from '#app/platform/adapters/batches/batches.server.ts';
import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { isDatabaseBusy } from '#app/platform/adapters/db/database.server.ts';
import { type CheckoutRequest, ExpiryTooShort, type OpenedSession, type PaymentProvider, PaymentUnavailable, type ProviderWithoutPace, type SessionContents, type SessionLine, SessionRejected } from '#app/platform/adapters/payments/payment-provider.server.ts';
import { paced } from '#app/platform/adapters/payments/paced.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { cents } from '#app/domain/money.ts';
import { extendHold, lockOrder, type OrderRecord, selectAccountOf, selectTickets, selectVoucherUses, type TicketRecord } from '#app/features/orders/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { noteRefusedKey } from '../cases/provider-alarms.server.ts';
import { insertAttempt, markOpened, markRequested, markStatus, type PaymentRow, selectPayments, selectQueuedOrders } from '../store.server.ts';

type PayableOrder = Pick<OrderRecord, 'id' | 'orderNumber' | 'eventId' | 'email' | 'ticketQuantity'> & { event: Pick<OrderRecord['event'], 'title' | 'visibility'> };

type PaymentAttempt = Pick<PaymentRow, 'id' | 'idempotencyKey' | 'amount' | 'expiresAt'>;

/** `queued`: the session is created later by a job. `unavailable`: the provider can't be reached; the hold stays, and a retry is possible. */
export type CheckoutOutcome = { url: string | null } | 'queued' | 'unavailable';

/** Idempotent: the attempt's key was stored with the order. */
export async function openCheckout(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): Promise<CheckoutOutcome> {
  try {
    const session = await deps.payments.openSession(toCheckoutRequest(deps, order, attempt));
    return session === 'queued' ? session : await noteOpened(deps, session);
  } catch (error) {
    return refused(deps, order, error);
  }
}

/** `url` null: there is nothing to pay. */
export async function resumeCheckout(deps: Deps, order: OrderRecord): Promise<CheckoutOutcome> {
  const attempt = await waitingAttempt(deps, order);
  if (attempt === null || attempt.paymentUrl !== null || !mayBeOpened(attempt)) return { url: attempt?.paymentUrl ?? null };
  return openCheckout(deps, order, attempt);
}

/** The buyer's position in the queue for the payment page. */
export type QueueState = { url: string } | { before: number; isProviderSilent: boolean } | 'over';

/** Queues the attempt again where the process that had it is gone. */
export async function readQueueState(deps: Deps, order: OrderRecord): Promise<QueueState> {
  const attempt = await waitingAttempt(deps, order);
  if (attempt === null) return 'over';
  if (attempt.paymentUrl !== null) return { url: attempt.paymentUrl };
  if (!mayBeOpened(attempt)) return 'over';
  openCheckout(deps, order, attempt).catch(logFailure(deps, order));
  return { before: await countQueuedBefore(deps, order.id), isProviderSilent: deps.payments.isSilent() };
}

/** The session's id, which may never have reached us; null where none was created. Throws `PaymentUnavailable`. */
export async function recoverSession(deps: Deps, order: PayableOrder, attempt: PaymentAttempt & Pick<PaymentRow, 'providerSession'>): Promise<string | null> {
  if (attempt.providerSession !== null) return attempt.providerSession;
  try {
    const opened = await deps.payments.recoverSession(toCheckoutRequest(deps, order, attempt));
    await noteOpened(deps, opened);
    return opened.session;
  } catch (error) {
    // A session created under this key would have been returned instead.
    if (error instanceof SessionRejected) return null;
    throw error;
  }
}

async function waitingAttempt(deps: Deps, order: OrderRecord): Promise<PaymentRow | null> {
  return order.status === 'pending_payment' ? ((await selectPayments(deps.db.query, [order.id])).at(-1) ?? null) : null;
}

function mayBeOpened(attempt: PaymentRow): boolean {
  return attempt.status === 'creating' || attempt.status === 'open';
}

function toCheckoutRequest(deps: Deps, order: PayableOrder, attempt: PaymentAttempt): CheckoutRequest {
  const { id: orderId, orderNumber, eventId, email, ticketQuantity } = order;
  return {
    orderId,
    orderNumber,
    eventId,
    eventTitle: order.event.title,
    email,
    ticketQuantity,
    contents: () => readContents(deps, order),
    key: attempt.idempotencyKey,
    amount: cents(attempt.amount),
    currency: 'eur',
    expiresAt: attempt.expiresAt,
    successUrl: new URL(`/payment-success?order_id=${orderId}`, deps.env.publicUrl).href,
    cancelUrl: new URL(`/checkout/${eventId}?cancelled=${orderId}`, deps.env.publicUrl).href,
    async renew() {
      const next = await beginNewAttempt(deps, orderId);
      return next && toCheckoutRequest(deps, order, next);
    },
    opened: async (session) => noteOpened(deps, session).then(() => {}, logFailure(deps, order)),
    failed: async (late) => refused(deps, order, late).then(() => {}, logFailure(deps, order)),
  };
}

async function readContents({ db }: Pick<Deps, 'db'>, { id, event }: PayableOrder): Promise<SessionContents> {
  const [tickets, account] = await Promise.all([selectTickets(db.query, [id]), selectAccountOf(db.query, id)]);
  // What opened a hidden event took nothing off.
  const mayHaveCodes = event.visibility !== 'public' || tickets.some(({ discount }) => discount > 0);
  return { lines: tickets.map(toSessionLine), uses: mayHaveCodes ? await selectVoucherUses(db.query, id) : [], account };
}

function toSessionLine({ id, userRole, pricedAs, price, discount, ticketNumber, menu, extras }: TicketRecord): SessionLine {
  const choices = [...menu.flatMap((section) => section.items), ...extras];
  return {
    name: `Tiquet ${ticketNumber}`,
    description: choices.map(({ name }) => name).join(' · '),
    amount: cents(price),
    ticket: { id, role: pricedAs ?? userRole, price, discount, choices },
  };
}

async function refused(deps: Deps, order: PayableOrder, error: unknown): Promise<'unavailable'> {
  await noteRefusedKey(deps, error, 'checkout');
  const isRejected = error instanceof SessionRejected;
  if (!isRejected && !(error instanceof PaymentUnavailable)) throw error;
  if (isRejected && !(error instanceof ExpiryTooShort)) deps.log.error({ err: error, orderNumber: order.orderNumber }, 'the payment provider refuses to open a checkout session');
  return 'unavailable';
}

function logFailure(deps: Deps, { orderNumber }: PayableOrder): (error: unknown) => void {
  return (error) => deps.log.warn({ err: error, orderNumber }, 'a payment page could not be opened');
}

async function noteOpened(deps: Deps, session: OpenedSession): Promise<{ url: string | null }> {
  await deps.checkpoint('after-session-before-mark');
  await deps.state.get(openedSessions)('opened', session);
  return { url: session.url };
}

const openedSessions = stateKey<JoinBatch<'opened', OpenedSession, undefined>>('opened sessions');

/** Sessions created at the same time are written in one batch. */
export function openSessionNotes({ db }: Pick<Deps, 'db'>): OpenedState {
  const note = createBatches<'opened', OpenedSession, undefined>({
    maxItems: 100,
    maxMs: 100,
    failsAll: isDatabaseBusy,
    async run(_, sessions) {
      await markOpened(db.query, sessions);
      return sessions.map(() => undefined);
    },
  });
  return openedSessions.opened(note);
}

export function pacedProvider(provider: ProviderWithoutPace, { db, clock, pagesPerSecond, timeoutFactor = 1 }: Pick<Deps, 'db' | 'clock'> & { pagesPerSecond: number; timeoutFactor?: number }): PaymentProvider {
  return paced(provider, { pagesPerSecond, timeoutFactor, query: db.query, claim: (keys) => markRequested(db.query, keys, clock.now()) });
}

/** The key is stored before the provider is called. Null when the order is no longer pending. */
async function beginNewAttempt(deps: Deps, orderId: string): Promise<PaymentAttempt | null> {
  return deps.db.inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payments = await selectPayments(tx, [orderId]);
    const last = payments.at(-1);
    if (order?.status !== 'pending_payment' || !last) return null;
    const now = deps.clock.now();
    if (last.status === 'creating' && last.expiresAt.getTime() >= now.getTime() + deps.env.hold.sessionMs) return last;
    await markStatus(tx, [last.id], 'expired');
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

const READ_EVERY_MS = 1_000;

/** Cached for a second, because thousands may poll their position. */
const lastRead = stateKey<{ read: { at: number; positions: Promise<ReadonlyMap<string, number>> } | null }>('queue positions');

export function openQueuePositions(): OpenedState {
  return lastRead.opened({ read: null });
}

async function countQueuedBefore(deps: Deps, orderId: string): Promise<number> {
  const now = performance.now();
  const queue = deps.state.get(lastRead);
  let { read } = queue;
  if (!read || now - read.at > READ_EVERY_MS) {
    read = { at: now, positions: selectQueuedOrders(deps.db.query, deps.payments.name).then((ids) => new Map(ids.map((id, at) => [id, at]))) };
    read.positions.catch(() => {
      queue.read = null;
    });
    queue.read = read;
  }
  return (await read.positions).get(orderId) ?? 0;
}
