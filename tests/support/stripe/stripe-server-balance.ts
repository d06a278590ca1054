import { disputeShape, refundShape, type StripeLedger, type StripePayout, type StripeSession } from './stripe-server-ledger.ts';

type Shape = Record<string, unknown>;

const DAY_S = 24 * 3_600;
/** For a dispute, won or lost. */
const DISPUTE_FEE = 2_000;

/** A card of the European Union: 1.5 % and 25 cents. */
export function feeOf(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

/** What moved at the account's balance, oldest first. */
export function movesOf(ledger: StripeLedger, expanded = false): Shape[] {
  const moves = [...ledger.sessions.values()].flatMap((session) => movesOfSession(session, expanded));
  const payouts = [...ledger.payouts.values()].map((payout) =>
    moveShape({ source: payout.id, whole: payoutShape(payout), type: 'payout', category: 'payout', amount: -payout.amount, fee: 0, created: payout.created }, expanded),
  );
  return [...moves, ...payouts].toSorted((one, other) => Number(one['created']) - Number(other['created']));
}

function movesOfSession(session: StripeSession, expanded: boolean): Shape[] {
  const charge = session.intent?.charge;
  if (!charge || charge.status !== 'succeeded') return [];
  const { dispute } = charge;
  const whole = { id: charge.id, object: 'charge', amount: charge.amount };
  return [
    moveShape({ source: charge.id, whole, type: 'charge', category: 'charge', amount: charge.amount, fee: feeOf(charge.amount), created: charge.created }, expanded),
    ...charge.refunds
      .filter(({ status }) => status === 'succeeded')
      .map((refund) => moveShape({ source: refund.id, whole: refundShape(session, refund), type: 'refund', category: 'refund', amount: -refund.amount, fee: 0, created: refund.created }, expanded)),
    ...(dispute === null ? [] : [moveShape({ source: dispute.id, whole: disputeShape(session), type: 'adjustment', category: 'dispute', amount: -dispute.amount, fee: DISPUTE_FEE, created: dispute.created }, expanded)]),
    ...(dispute?.status === 'won'
      ? [moveShape({ source: `${dispute.id}_back`, whole: disputeShape(session), type: 'adjustment', category: 'dispute_reversal', amount: dispute.amount, fee: 0, created: dispute.created }, expanded)]
      : []),
  ];
}

function moveShape(move: { source: string; whole: Shape; type: string; category: string; amount: number; fee: number; created: number }, expanded: boolean): Shape {
  const { source, whole, type, category, amount, fee, created } = move;
  return {
    id: `txn_${source}`,
    object: 'balance_transaction',
    amount,
    available_on: created + 2 * DAY_S,
    balance_type: 'payments',
    created,
    currency: 'eur',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency: 'eur', description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source: expanded ? whole : source,
    status: 'available',
    type,
  };
}

export function payoutShape(payout: StripePayout): Shape {
  return {
    id: payout.id,
    object: 'payout',
    amount: payout.amount,
    arrival_date: payout.created + DAY_S,
    automatic: payout.automatic,
    balance_transaction: `txn_${payout.id}`,
    created: payout.created,
    currency: 'eur',
    description: 'STRIPE PAYOUT',
    livemode: false,
    metadata: {},
    method: 'standard',
    status: payout.status,
    type: 'bank_account',
  };
}

export function payOut(ledger: StripeLedger, automatic: boolean): string {
  const taken = new Set([...ledger.payouts.values()].filter(({ status }) => status !== 'failed').flatMap(({ moves }) => moves));
  const left = movesOf(ledger).filter(({ id, type }) => type !== 'payout' && !taken.has(String(id)));
  const id = ledger.newId('po');
  ledger.payouts.set(id, { id, created: ledger.now(), amount: left.reduce((sum, { net }) => sum + Number(net), 0), status: 'paid', automatic, moves: left.map((move) => String(move['id'])) });
  return id;
}
