import type { ChargeSnapshot, SessionSnapshot } from '#app/adapters/payments/payment-provider.server.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/deps.server.ts';

import { type RecordedPayment, selectRecordedCharges, selectRecordedPayment } from './ledger-store.server.ts';
import { type RefundRow, selectRefundsOf } from '../refunds/refunds-store.server.ts';

export type MismatchKind =
  /** Money came that our books know nothing of. */
  | 'charge_unknown'
  /** Our books say paid, the provider knows no such charge. */
  | 'charge_missing'
  | 'amount_differs'
  /** Money was kept and the order is neither paid nor refunded, and nobody was told. */
  | 'paid_not_sold'
  | 'paid_twice'
  | 'refunds_differ'
  | 'dispute_unknown'
  /** What was paid on a page can't be compared, because the provider doesn't show it. */
  | 'page_unread';

export interface Mismatch {
  kind: MismatchKind;
  /** An order's number where there is one, else the provider's name of the charge. */
  what: string;
  how: string;
  /** The provider's name of the charge, or of the page that can't be read. */
  charge: string;
  orderId: string | null;
}

type LedgerDeps = Pick<Deps, 'db' | 'payments'>;

/** Between our writing a row and the provider's writing theirs. */
const MARGIN_MS = 60 * 60_000;

interface Comparison {
  sessions: number;
  mismatches: Mismatch[];
}

interface Period {
  since: Date;
  /** Told of each page on the way. */
  see?: (snapshot: SessionSnapshot) => Promise<unknown>;
}

/**
 * Holds our books against the provider's, charge by charge. Reads only. While both are written they differ for a moment:
 * what differs is looked at once more, after `pause`, and counts when it still does.
 */
export async function compareLedgers(deps: LedgerDeps, period: Period & { pause?: () => Promise<unknown> }): Promise<Comparison> {
  const first = await compareOnce(deps, period);
  if (first.mismatches.length === 0) return first;
  await period.pause?.();
  const again = await compareOnce(deps, period);
  const lasts = ({ kind, charge }: Mismatch): boolean => first.mismatches.some((one) => one.kind === kind && one.charge === charge);
  return { sessions: again.sessions, mismatches: again.mismatches.filter(lasts) };
}

async function compareOnce(deps: LedgerDeps, period: Period): Promise<Comparison> {
  const { query } = deps.db;
  const mismatches: Mismatch[] = [];
  const seen = new Set<string>();
  const unread = new Set<string>();
  const kept = new Map<string, { charge: string; what: string }>();
  let sessions = 0;
  for await (const snapshot of deps.payments.listSessions(period)) {
    sessions += 1;
    if (snapshot.state === 'unread') {
      unread.add(snapshot.session);
      continue;
    }
    await period.see?.(snapshot);
    // Pages of other shops of the same account carry no order of ours.
    if (!isUuid(snapshot.orderId)) continue;
    for (const charge of snapshot.charges) {
      seen.add(charge.id);
      const payment = await selectRecordedPayment(query, { session: snapshot.session, charge: charge.id });
      const refunds = await selectRefundsOf(query, charge.id);
      const found = compareCharge(charge, payment, refunds);
      const facts = { what: payment?.orderNumber ?? charge.id, charge: charge.id, orderId: payment?.orderId ?? null };
      mismatches.push(...found.map((one) => ({ ...one, ...facts })));
      // What a person was told of pays nothing, however long it is kept.
      if (!isKept(charge, refunds) || payment?.cases.includes(charge.id) === true) continue;
      const other = kept.get(snapshot.orderId);
      if (other) mismatches.push({ kind: 'paid_twice', how: `també ${other.charge}`, ...facts });
      kept.set(snapshot.orderId, { charge: charge.id, what: facts.what });
    }
  }
  const from = new Date(period.since.getTime() + MARGIN_MS);
  for (const booked of await selectRecordedCharges(query, { provider: deps.payments.name, from })) {
    if (seen.has(booked.charge) || (booked.page !== null && unread.has(booked.page))) continue;
    mismatches.push({ kind: 'charge_missing', what: booked.orderNumber, how: `${booked.amount} cèntims`, charge: booked.charge, orderId: booked.orderId });
  }
  mismatches.push(...[...unread].map((page) => ({ kind: 'page_unread' as const, what: 'pàgina de pagament', how: page, charge: page, orderId: null })));
  return { sessions, mismatches };
}

function compareCharge(charge: ChargeSnapshot, payment: RecordedPayment | null, refunds: readonly RefundRow[]): Pick<Mismatch, 'kind' | 'how'>[] {
  const isExplained = payment?.cases.includes(charge.id) === true;
  if (payment === null || (payment.charge !== charge.id && refunds.length === 0 && !isExplained)) {
    return [{ kind: 'charge_unknown', how: `${charge.amount} cèntims` }];
  }
  const found: Pick<Mismatch, 'kind' | 'how'>[] = [];
  if (payment.charge === charge.id && payment.amount !== charge.amount && !isExplained) {
    found.push({ kind: 'amount_differs', how: `${charge.amount} cobrats, ${payment.amount} apuntats` });
  }
  const theirs = charge.refunds.filter((refund) => refund.status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0);
  // What is due has not been asked for yet; what the bank took after a dispute is no refund of theirs.
  const ours = refunds.filter((row) => row.status === 'pending' || row.status === 'succeeded').filter((row) => !row.idempotencyKey.startsWith('dispute:'));
  const sum = ours.reduce((total, row) => total + row.amount, 0);
  if (theirs !== sum) found.push({ kind: 'refunds_differ', how: `${theirs} retornats, ${sum} apuntats` });
  if (charge.dispute !== null && !payment.cases.includes(charge.dispute.id)) {
    found.push({ kind: 'dispute_unknown', how: `${charge.dispute.amount} cèntims` });
  }
  const isSettled = payment.orderStatus === 'paid' || payment.orderStatus === 'refunded';
  if (!isSettled && !isExplained && refunds.length === 0) found.push({ kind: 'paid_not_sold', how: `comanda ${payment.orderStatus}` });
  return found;
}

function isKept(charge: ChargeSnapshot, refunds: readonly RefundRow[]): boolean {
  const back = refunds.filter((row) => row.status !== 'failed').reduce((sum, row) => sum + row.amount, 0);
  return back < charge.amount && refunds.every((row) => row.reason !== 'second_payment');
}
