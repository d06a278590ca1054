import type { ChargeSnapshot, SessionSnapshot, UnreadSession } from '#app/platform/adapters/payments/payment-provider.server.ts';
import type { CaseFacts, MismatchKind } from '#app/domain/payment/case.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type RecordedPayment, selectRecordedCharges, selectRecordedPayments } from './ledger-store.server.ts';
import { type RefundRow, selectRefundsOfCharges } from '../refunds/refunds-store.server.ts';

interface Mismatch {
  kind: MismatchKind;
  /** The order's number, else the provider's charge id. */
  what: string;
  facts: Omit<CaseFacts, 'mismatch'>;
  /** The provider's id of the charge, or of a session that can't be read. */
  charge: string;
  orderId: string | null;
}

type LedgerDeps = Pick<Deps, 'db' | 'payments'>;

/** Our row and the provider's are not written at the same instant. */
const MARGIN_MS = 60 * 60_000;
const READ_AT_ONCE = 100;

interface Comparison {
  sessions: number;
  mismatches: Mismatch[];
}

interface Period {
  since: Date;
  see?: (snapshots: readonly SessionSnapshot[]) => Promise<unknown>;
}

/** Read-only. Differences are compared again after `pause`, since either ledger may be in the middle of a write. */
export async function compareLedgers(deps: LedgerDeps, period: Period & { pause?: () => Promise<unknown> }): Promise<Comparison> {
  const first = await compareOnce(deps, period);
  if (first.mismatches.length === 0) return first;
  await period.pause?.();
  const again = await compareOnce(deps, period);
  const lasts = ({ kind, charge }: Mismatch): boolean => first.mismatches.some((one) => one.kind === kind && one.charge === charge);
  return { sessions: again.sessions, mismatches: again.mismatches.filter(lasts) };
}

async function compareOnce(deps: LedgerDeps, period: Period): Promise<Comparison> {
  const mismatches: Mismatch[] = [];
  const seen = new Set<string>();
  const unread = new Set<string>();
  const retained = new Map<string, string>();
  let sessions = 0;
  for await (const batch of inBatches(sessionsOf(deps, period))) {
    sessions += batch.length;
    for (const one of batch) if (one.state === 'unread') unread.add(one.session);
    const snapshots = batch.filter((one) => one.state !== 'unread');
    await period.see?.(snapshots);
    // Other shops of the same account carry no order id of ours.
    const charges = snapshots.filter(({ orderId }) => isUuid(orderId)).flatMap(({ session, orderId, charges: own }) => own.map((charge) => ({ session, orderId, charge })));
    for (const { charge } of charges) seen.add(charge.id);
    mismatches.push(...(await compareCharges(deps, charges, retained)));
  }
  const from = new Date(period.since.getTime() + MARGIN_MS);
  for (const recorded of await selectRecordedCharges(deps.db.query, { provider: deps.payments.name, from })) {
    const { charge, orderId, orderNumber, amount, session } = recorded;
    if (seen.has(charge) || (session !== null && unread.has(session))) continue;
    mismatches.push({ kind: 'charge_missing', what: orderNumber, facts: { ours: amount }, charge, orderId });
  }
  mismatches.push(...[...unread].map((session) => ({ kind: 'session_unread' as const, what: session, facts: { name: session }, charge: session, orderId: null })));
  return { sessions, mismatches };
}

async function compareCharges({ db }: LedgerDeps, charges: readonly { session: string; orderId: string; charge: ChargeSnapshot }[], retained: Map<string, string>): Promise<Mismatch[]> {
  const payments = await selectRecordedPayments(db.query, charges.map(({ session, charge }) => ({ session, charge: charge.id })));
  const refundsOf = Map.groupBy(await selectRefundsOfCharges(db.query, charges.map(({ charge }) => charge.id)), ({ charge }) => charge);
  return charges.flatMap(({ orderId, charge }) => {
    const payment = payments.get(charge.id) ?? null;
    const refunds = refundsOf.get(charge.id) ?? [];
    const about = { what: payment?.orderNumber ?? charge.id, charge: charge.id, orderId: payment?.orderId ?? null };
    const found: Mismatch[] = compareCharge(charge, payment, refunds).map((one) => ({ ...one, ...about }));
    if (!isRetained(charge, refunds) || payment?.cases.includes(charge.id) === true) return found;
    const other = retained.get(orderId);
    if (other !== undefined) found.push({ kind: 'paid_twice', facts: { name: other }, ...about });
    retained.set(orderId, charge.id);
    return found;
  });
}

async function* inBatches<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < READ_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* sessionsOf({ payments }: LedgerDeps, { since }: Period): AsyncGenerator<SessionSnapshot | UnreadSession> {
  const seen = new Set<string>();
  for await (const session of payments.listSessions({ since })) {
    if (session.payment !== null) seen.add(session.payment);
    yield session;
  }
  yield* payments.listReversals({ since, except: (payment) => seen.has(payment) });
}

type Difference = Pick<Mismatch, 'kind' | 'facts'>;

function compareCharge(charge: ChargeSnapshot, payment: RecordedPayment | null, refunds: readonly RefundRow[]): Difference[] {
  const isExplained = payment?.cases.includes(charge.id) === true;
  if (payment === null || (payment.charge !== charge.id && refunds.length === 0 && !isExplained)) {
    return [{ kind: 'charge_unknown', facts: { theirs: charge.amount } }];
  }
  const found: Difference[] = [];
  if (payment.charge === charge.id && payment.amount !== charge.amount && !isExplained) {
    found.push({ kind: 'amount_differs', facts: { theirs: charge.amount, ours: payment.amount } });
  }
  found.push(...compareRefunds(charge, refunds));
  if (charge.dispute !== null && !payment.cases.includes(charge.dispute.id)) {
    found.push({ kind: 'dispute_unknown', facts: { theirs: charge.dispute.amount } });
  }
  const isSettled = payment.orderStatus === 'paid' || payment.orderStatus === 'refunded';
  if (!isSettled && !isExplained && refunds.length === 0) found.push({ kind: 'paid_not_sold', facts: { orderStatus: payment.orderStatus } });
  return found;
}

function compareRefunds(charge: ChargeSnapshot, refunds: readonly RefundRow[]): Difference[] {
  const done = charge.refunds.filter((refund) => refund.status !== 'failed');
  const keys = done.flatMap(({ key }) => key ?? []);
  if (new Set(keys).size < keys.length) return [{ kind: 'refunded_twice', facts: { theirs: sumOf(done), of: charge.amount } }];
  // `due` was not requested yet; `dispute:` rows are money the bank took, not refunds of the provider.
  const ours = refunds.filter((row) => row.status === 'pending' || row.status === 'succeeded').filter((row) => !row.idempotencyKey.startsWith('dispute:'));
  return sumOf(done) === sumOf(ours) ? [] : [{ kind: 'refunds_differ', facts: { theirs: sumOf(done), ours: sumOf(ours) } }];
}

function isRetained(charge: ChargeSnapshot, refunds: readonly RefundRow[]): boolean {
  const back = sumOf(refunds.filter((row) => row.status !== 'failed'));
  return back < charge.amount && refunds.every((row) => row.reason !== 'second_payment');
}

function sumOf(rows: readonly { amount: number }[]): number {
  return rows.reduce((sum, row) => sum + row.amount, 0);
}
