import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { type AuditEntry, writeAudits } from '#app/platform/adapters/db/audit.server.ts';
import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import { type KeyReused, withIdempotency } from '#app/platform/adapters/db/idempotency.server.ts';
import { type PaidAndRefunded, refundable, splitRefund, totalRefundable } from '#app/domain/payment/refundable.ts';
import { refundKey, refundOfSame } from '#app/domain/payment/refund-key.ts';
import { enqueueMails } from '#app/features/mail/service.server.ts';
import { selectOrders, selectTickets, type TicketRecord } from '#app/features/orders/service.server.ts';
import { enqueueEndMails } from '#app/features/tickets/recipients/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import { asStaff } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectOpenReferences, settleCase } from '../cases/cases-store.server.ts';
import { refundsOf, type SettlementRecord } from '../settlement/record.server.ts';
import { selectPayments } from '../store.server.ts';
import { readMoneyOfOrders, TILL } from './order-money.server.ts';
import { type NewRefund, type RefundRow, selectRefundsOfOrders } from './refunds-store.server.ts';

/** `given_back`: the tickets of which nothing was used, after a change of plans. `amount`: in cents, and no ticket is cancelled. */
type RefundScope = { kind: 'order' | 'given_back' } | { kind: 'tickets'; ticketIds: readonly string[] } | { kind: 'amount'; amount: number };

/** `by_hand`: the tickets have ended, and what they cost waits at the till. `paid_by_hand`: sold at the till, and refunded there too. */
export type RefundRequestOutcome = 'due' | 'by_hand' | 'not_found' | 'not_paid' | 'paid_by_hand' | 'nothing_to_refund' | 'too_much';

interface RefundRequest {
  orderId: string;
  what: RefundScope;
  actor: string;
  reason?: string;
  cause?: 'requested' | 'event_cancelled';
  announcementId?: string | null;
}

export async function refundByAdmin(deps: Deps, admin: AdminId, { idempotencyKey: key = null, ...request }: Pick<RefundRequest, 'orderId' | 'what' | 'reason'> & { idempotencyKey?: string | null }): Promise<RefundRequestOutcome | KeyReused['outcome'] | 'right_lost'> {
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now }) =>
    withIdempotency<{ outcome: RefundRequestOutcome }>(tx, { key, scope: 'refund', request, now, done: ['due', 'by_hand'] }, async () => {
      const [one = 'not_found'] = await requestRefundsTx(tx, deps, [{ ...request, actor: `user:${admin}` }]);
      return { outcome: one };
    }),
  );
  return outcome.outcome === 'refused' ? outcome.reason : outcome.outcome;
}

/** As one, which begins anew where one of the orders changes meanwhile. Answers in the order of the requests, of different orders. */
export async function requestRefunds(deps: Deps, requests: readonly RefundRequest[]): Promise<RefundRequestOutcome[]> {
  return deps.db.inTransaction((tx) => requestRefundsTx(tx, deps, requests));
}

/** Tickets and places are released at once; a job requests the refund from the provider afterwards. */
async function requestRefundsTx(tx: Tx, deps: Deps, requests: readonly RefundRequest[]): Promise<RefundRequestOutcome[]> {
  const records = await readRecords(tx, requests.map(({ orderId }) => orderId));
  const now = deps.clock.now();
  const openCases = await selectOpenReferences(tx, 'partial_refund');
  const decisions = requests.map((request) => decideRefund(deps, request, { record: records.get(request.orderId), openCases, now }));
  const due = decisions.flatMap(({ request, decided }) => (decided?.refund ? [{ ...decided.refund, request, email: decided.record.order.email }] : []));
  const madeBefore = decisions.flatMap(({ request, decided, madeBefore: refund }) => (decided && refund ? [{ ...refund, request, email: decided.record.order.email }] : []));
  for (const refund of madeBefore) await settleCaseOf(tx, refund, now);
  await writeAudits(tx, due.map(({ id, amount, request: { actor, what, reason } }) => ({ at: now, actor, action: 'refund.requested', subject: 'refund', subjectId: id, detail: { amount, of: what.kind, ...(reason && { reason }) } })));
  await enqueueMails(tx, [...due, ...madeBefore].flatMap(({ id: refundId, orderId, email, request: { announcementId = null } }) => (email === null ? [] : [{ id: deps.ids.uuid(), kind: 'refund', cause: 'refund', orderId, announcementId, recipient: email, detail: { refundId }, now }])));
  const byHand = decisions.flatMap(({ request, outcome, decided }) => (request.what.kind === 'given_back' && outcome === 'by_hand' && decided ? [decided.record.order] : []));
  await enqueueMails(tx, byHand.flatMap(({ id: orderId, email }) => (email === null ? [] : [{ id: deps.ids.uuid(), kind: 'event_withdrawn', cause: 'event_withdrawn' as const, orderId, recipient: email, detail: { gaveBack: true }, now }])));
  await writeRefunds(tx, deps, { decided: decisions.flatMap((decision) => decision.decided ?? []), now });
  return decisions.map(({ outcome }) => outcome);
}

async function settleCaseOf(tx: Tx, { id, paymentId, providerRefund, request: { actor, reason, cause = 'requested' } }: RefundRow & { request: RefundRequest }, now: Date): Promise<void> {
  if (providerRefund === null || !(await settleCase(tx, { kind: 'partial_refund', reference: providerRefund }, { userId: null, now }))) throw new RepeatTransaction('the case of a refund was settled meanwhile');
  await tx.updateTable('refunds').set({ reason: cause }).where('id', '=', id).where('reason', '=', 'provider').execute();
  await writeAudits(tx, [{ at: now, actor, action: 'payment.case_settled', subject: 'payment', subjectId: paymentId, detail: { kind: 'partial_refund', action: 'end_tickets', ...(reason && { reason }) } }]);
}

interface Decision {
  request: RefundRequest;
  outcome: RefundRequestOutcome;
  decided?: DecidedRefund;
  /** Of the same tickets, on a database of which this one is a backup: they end by it. */
  madeBefore?: RefundRow;
}

function decideRefund(deps: Deps, request: RefundRequest, { record, openCases, now }: { record: SeenRecord | undefined; openCases: readonly string[]; now: Date }): Decision {
  const { what, cause = 'requested', actor } = request;
  if (!record) return { request, outcome: 'not_found' };
  const { order, money, validTickets } = record;
  const payment = record.payments.find((one) => one.status === 'paid' && one.providerPayment !== null);
  if (!payment?.providerPayment || !money) return { request, outcome: 'not_paid' };
  if (payment.provider === TILL && what.kind !== 'given_back') return { request, outcome: 'paid_by_hand' };
  if (order.status !== 'paid') return { request, outcome: 'nothing_to_refund' };
  const left = refundable(money);
  const all = totalRefundable(left);
  const chosen = chosenOf(what, record);
  const requested = amountOf(what, { all, chosen });
  const isNothing = what.kind === 'given_back' ? chosen.length === 0 : requested <= 0;
  if (isNothing) return { request, outcome: 'nothing_to_refund' };
  const idsOf = (some: readonly TicketRecord[]): string[] => some.map(({ id }) => id);
  const { providerPayment: charge, id: paymentId } = payment;
  const unexplained = refundsOf(record, charge).filter(({ status, providerRefund }) => status !== 'failed' && providerRefund !== null && openCases.includes(providerRefund));
  const madeBefore = what.kind === 'order' || what.kind === 'amount' ? undefined : refundOfSame(unexplained, { charge, what: digest(idsOf(chosen)) });
  if (madeBefore) return { request, outcome: 'due', decided: { record, refund: null, named: idsOf(chosen), endsOrder: all === 0 && chosen.length === validTickets.length, actor }, madeBefore };
  if (requested > all || (what.kind === 'amount' && requested > left.byCard)) return { request, outcome: 'too_much' };
  const { byCard: amount } = splitRefund(left, requested);

  if (amount === 0) {
    if (cause === 'event_cancelled' || what.kind === 'amount') return { request, outcome: 'nothing_to_refund' };
    return { request, outcome: 'by_hand', decided: { record, refund: null, named: idsOf(chosen), endsOrder: false, actor } };
  }
  const idempotencyKey = refundKey(charge, { amount, what: what.kind === 'amount' ? 'amount' : digest(idsOf(chosen)), taken: refundsOf(record, charge).map((row) => row.idempotencyKey) });
  const refund: NewRefund = { id: deps.ids.uuid(), paymentId, orderId: order.id, charge, idempotencyKey, amount, reason: cause, status: 'due', now };
  // What the card can't take waits at the till, and the order stays paid until then.
  const endsOrder = amount === all && chosen.length === validTickets.length;
  const named = what.kind === 'tickets' || (what.kind !== 'amount' && !endsOrder) ? idsOf(chosen) : [];
  return { request, outcome: 'due', decided: { record, refund, named, endsOrder, actor } };
}

function digest(ticketIds: readonly string[]): string {
  return createHash('sha256').update(ticketIds.toSorted().join()).digest('base64url').slice(0, 22);
}

function chosenOf(what: RefundScope, { validTickets, returnable }: SeenRecord): TicketRecord[] {
  if (what.kind === 'given_back') return validTickets.filter(({ id }) => returnable.includes(id));
  return what.kind === 'tickets' ? validTickets.filter(({ id }) => what.ticketIds.includes(id)) : validTickets;
}

function amountOf(what: RefundScope, { all, chosen }: { all: number; chosen: readonly TicketRecord[] }): number {
  const price = chosen.reduce((sum, ticket) => sum + ticket.price, 0);
  switch (what.kind) {
    case 'order':
      return all;
    case 'amount':
      return wholeCents(what.amount);
    case 'tickets':
      return price;
    case 'given_back':
      return Math.min(all, price);
  }
}

function wholeCents(amount: number): number {
  return Number.isInteger(amount) ? amount : 0;
}

interface SeenRecord extends SettlementRecord {
  validTickets: TicketRecord[];
  returnable: readonly string[];
  money: PaidAndRefunded | null;
  /** `money_facts` of before the rest was read: `writeRefunds` finds out whether it still holds. */
  facts: string;
}

export async function readRecords(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, SeenRecord>> {
  const { rows } = await sql<{ id: string; facts: string; returnable: string[] }>`select id, money_facts(id) as facts, array(select r.id from returnable_tickets(orders.id) r) as returnable from orders where id = any(${[...orderIds]}::uuid[])`.execute(tx);
  if (rows.length === 0) return new Map();
  const seen = new Map(rows.map((row) => [row.id, row]));
  const orders = await selectOrders(tx, [...seen.keys()]);
  const ids = orders.map(({ id }) => id);
  const payments = Map.groupBy(await selectPayments(tx, ids), ({ orderId }) => orderId);
  const refunds = Map.groupBy(await selectRefundsOfOrders(tx, ids), ({ orderId }) => orderId);
  const tickets = Map.groupBy(await selectTickets(tx, ids), ({ orderId }) => orderId);
  const records = orders.map((order) => ({ order, payments: payments.get(order.id) ?? [], refunds: refunds.get(order.id) ?? [] }));
  const money = await readMoneyOfOrders(tx, records);
  return new Map(
    records.map((record) => {
      const { id } = record.order;
      const validTickets = (tickets.get(id) ?? []).filter(({ status }) => status === 'active');
      const { facts = '', returnable = [] } = seen.get(id) ?? {};
      return [id, { ...record, validTickets, returnable, money: money.get(id) ?? null, facts }];
    }),
  );
}

interface DecidedRefund {
  /** Without facts: the caller has held the locks of stock and order since before it decided. */
  record: Pick<SeenRecord, 'order' | 'validTickets'> & { facts: string | null };
  refund: NewRefund | null;
  /** Tickets that end, each with a line of its own in the history. */
  named: readonly string[];
  endsOrder: boolean;
  actor: string;
}

/** The stock is locked here and not before, so this comes as late as can be. The transaction starts anew where an order has changed since it was seen. */
export async function writeRefunds(tx: Tx, deps: Deps, { decided, now }: { decided: readonly DecidedRefund[]; now: Date }): Promise<void> {
  if (decided.length === 0) return;
  const rows = decided.map(({ record: { order, facts, validTickets }, refund, named, endsOrder }) => ({ orderId: order.id, facts, refund, tickets: endsOrder ? validTickets.map(({ id }) => id) : named, endsOrder }));
  await writeAudits(tx, decided.flatMap((one) => auditOf(one, now)));
  await enqueueEndMails(deps, tx, { ticketIds: rows.flatMap(({ tickets }) => tickets), now });
  await deps.checkpoint('before-refund-write');
  await sql`select write_refunds(${JSON.stringify(rows)}::jsonb, ${now})`.execute(tx);
  for (const { record: { order }, endsOrder } of decided) if (endsOrder) order.status = 'refunded';
}

function auditOf({ record: { order }, named, endsOrder, actor }: DecidedRefund, now: Date): AuditEntry[] {
  const ended = named.map((ticketId): AuditEntry => ({ at: now, actor, action: 'ticket.refunded', subject: 'ticket', subjectId: ticketId }));
  return endsOrder ? [...ended, { at: now, actor, action: 'order.refunded', subject: 'order', subjectId: order.id }] : ended;
}
