import { Stripe } from 'stripe';

import { dayInMadrid } from '#app/domain/time/madrid-time.ts';

import { type BalanceMove, type PaymentProvider, type Payout, PAYOUT_STATES } from '../payment-provider.server.ts';
import { understood } from './stripe-client.server.ts';
import { inSeconds, PAGE_OF_LIST } from './stripe-reader.server.ts';

const CURRENCY = 'eur';

export type StripeBalance = Pick<PaymentProvider, 'listBalanceMoves' | 'listPayouts' | 'listMovesOfPayout'>;

export function stripeBalance(stripe: Stripe): StripeBalance {
  return {
    async listBalanceMoves({ since, until }) {
      const created = { gte: inSeconds(since), lt: inSeconds(until) };
      const moves = await all(stripe.balanceTransactions.list({ created, currency: CURRENCY, limit: PAGE_OF_LIST, expand: ['data.source'] }));
      return moves.map(moveOf);
    },

    async listPayouts({ since }) {
      const payouts = await all(stripe.payouts.list({ created: { gte: inSeconds(since) }, limit: PAGE_OF_LIST }));
      return payouts.filter(({ currency }) => currency === CURRENCY).map(payoutOf);
    },

    async listMovesOfPayout(payout) {
      const moves = await all(stripe.balanceTransactions.list({ payout, limit: PAGE_OF_LIST })).catch(noneOfManual);
      return moves.filter(({ type }) => type !== 'payout').map(({ id }) => id);
    },
  };
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  try {
    return await Array.fromAsync(list);
  } catch (error) {
    throw understood(error);
  }
}

/** What a payout took that somebody made by hand, is refused as a wrong question. */
function noneOfManual(error: unknown): Stripe.BalanceTransaction[] {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return [];
  throw error;
}

/** What delayed methods pay is a `payment`, and goes back as a `payment_refund`. */
const KINDS: Readonly<Record<string, BalanceMove['kind']>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  payment_refund: 'refund',
  payment_failure_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
};

function moveOf(move: Stripe.BalanceTransaction): BalanceMove {
  const isDispute = move.reporting_category.startsWith('dispute');
  const kind = isDispute ? 'dispute' : (KINDS[move.type] ?? 'other');
  const isFee = kind === 'fee';
  // A fee of the account is an amount of its own, below zero.
  return { id: move.id, kind, amount: isFee ? 0 : move.amount, fee: isFee ? move.fee - move.amount : move.fee, charge: chargeOf(move.source), createdAt: new Date(move.created * 1000) };
}

function chargeOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return source?.startsWith('ch_') === true || source?.startsWith('py_') === true ? source : null;
  if (source.object === 'charge') return source.id;
  if (source.object !== 'refund' && source.object !== 'dispute') return null;
  return typeof source.charge === 'string' ? source.charge : (source.charge?.id ?? null);
}

function payoutOf(payout: Stripe.Payout): Payout {
  return {
    id: payout.id,
    amount: payout.amount,
    status: PAYOUT_STATES.find((state) => state === payout.status) ?? 'pending',
    arrivesOn: dayInMadrid(new Date(payout.arrival_date * 1000)),
    createdAt: new Date(payout.created * 1000),
  };
}
