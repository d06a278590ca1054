import type { Stripe } from 'stripe';

import { cents } from '#app/domain/money.ts';
import { readNotes, readUses } from '#app/domain/payment/sale-record.ts';
import { isUuid } from '#app/domain/uuid.ts';

import type { ChargeSnapshot, NotedSale, RefundOutcome, RefundSnapshot, SessionSnapshot } from '../payment-provider.server.ts';

/** A list allows four levels of expansion, which is what this takes. */
export const SESSION_PARTS = ['payment_intent.latest_charge.refunds'];

export interface Besides {
  disputes: readonly Stripe.Dispute[];
  refunds?: readonly Stripe.Refund[] | undefined;
}

export function sessionSnapshot(session: Stripe.Checkout.Session, besides: Besides = { disputes: [] }): SessionSnapshot {
  const charges = chargesOf(session, besides);
  return {
    session: session.id,
    state: stateOf(session, charges),
    payment: paymentOf(session),
    orderId: session.client_reference_id ?? '',
    amount: cents(session.amount_total ?? 0),
    currency: session.currency ?? '',
    charges,
    sale: saleOf(session),
  };
}

function saleOf(session: Stripe.Checkout.Session): NotedSale | null {
  const notes = session.metadata ?? {};
  const { key, order_number: orderNumber, event_id: eventId, quantity } = notes;
  const tickets = readNotes(notes, Number(quantity));
  const uses = readUses(notes);
  if (!tickets || !uses || !key || !orderNumber || !eventId || !session.success_url || !URL.canParse(session.success_url)) return null;
  return {
    key,
    orderNumber,
    eventId: Number(eventId),
    email: session.customer_email ?? session.customer_details?.email ?? null,
    origin: new URL(session.success_url).origin,
    createdAt: new Date(session.created * 1000),
    expiresAt: new Date(session.expires_at * 1000),
    tickets,
    uses,
    account: isUuid(notes['account'] ?? '') ? (notes['account'] ?? null) : null,
  };
}

export function paymentOf({ payment_intent: payment }: Stripe.Checkout.Session): string | null {
  return typeof payment === 'string' ? payment : (payment?.id ?? null);
}

/** `complete` and unpaid: a delayed method has not answered, or has answered no. */
function stateOf(session: Stripe.Checkout.Session, charges: readonly ChargeSnapshot[]): SessionSnapshot['state'] {
  if (charges.length > 0) return 'paid';
  if (session.status === 'expired') return 'expired';
  const payment = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  if (session.status === 'complete') {
    return payment?.status === 'requires_payment_method' || payment?.status === 'canceled' ? 'expired' : 'processing';
  }
  return payment?.status === 'processing' ? 'processing' : 'open';
}

/** A session has one payment intent, and that at most one successful charge: its last one. */
export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | null {
  const payment = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  const charge = typeof payment?.latest_charge === 'string' ? null : payment?.latest_charge;
  return charge?.status === 'succeeded' ? charge : null;
}

function chargesOf(session: Stripe.Checkout.Session, { disputes, refunds }: Besides): ChargeSnapshot[] {
  const charge = chargeOf(session);
  if (charge === null) return [];
  return [
    {
      id: charge.id,
      amount: cents(charge.amount),
      paidAt: new Date(charge.created * 1000),
      refunds: (refunds ?? charge.refunds?.data ?? []).map(refundSnapshot).toReversed(),
      dispute: disputeOf(charge, disputes),
    },
  ];
}

function disputeOf(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): ChargeSnapshot['dispute'] {
  const dispute = disputes.find((one) => one.charge === charge.id);
  if (!dispute) return charge.disputed ? { id: charge.id, state: 'open', amount: cents(charge.amount) } : null;
  const closed = { won: 'won', warning_closed: 'won', prevented: 'won', lost: 'lost' } as const;
  const state = Object.hasOwn(closed, dispute.status) ? closed[dispute.status as keyof typeof closed] : 'open';
  return { id: dispute.id, state, amount: cents(dispute.amount) };
}

function refundSnapshot(refund: Stripe.Refund): RefundSnapshot {
  return {
    id: refund.id,
    key: refund.metadata?.['key'] ?? null,
    amount: cents(refund.amount),
    status: refundStatus(refund),
    createdAt: new Date(refund.created * 1000),
  };
}

export function refundOutcome(refund: Stripe.Refund): RefundOutcome {
  const status = refundStatus(refund);
  return status === 'failed' ? { status, refund: refund.id, reason: refund.failure_reason ?? refund.status ?? 'failed' } : { status, refund: refund.id };
}

function refundStatus(refund: Stripe.Refund): RefundSnapshot['status'] {
  if (refund.status === 'succeeded') return 'succeeded';
  return refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'pending';
}
