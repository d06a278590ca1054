import { sql } from 'kysely';

import { addDays } from '#app/domain/time/dates.ts';

import type { Clock } from '../../clock.server.ts';
import type { Query } from '../../db/database.server.ts';
import type { BalanceMove, PaymentProvider, Payout } from '../payment-provider.server.ts';

/** Stripe's for a card of this country. */
const FEE = { share: 0.015, each: 25 } as const;
const PAID_OUT_AFTER_DAYS = 2;

interface DayOfMoves {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  net: number;
}

/** Each day that leaves something is paid out two days later, with what the days before it lacked. */
export function sandboxBalance({ query, clock }: { query: Query; clock: Clock }): Pick<PaymentProvider, 'listBalanceMoves' | 'listPayouts' | 'listMovesOfPayout'> {
  const moves = sql`(
    select 'txn_' || id as id, 'charge' as kind, amount, (round(amount * ${FEE.share}::numeric) + ${FEE.each}::integer)::integer as fee, id as charge, created_at from sandbox_charges
    union all
    select 'txn_' || id, 'refund', -amount, 0, charge_id, created_at from sandbox_refunds
  )`;

  async function payouts(): Promise<(Payout & { since: string })[]> {
    const { rows } = await sql<DayOfMoves>`
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(amount - fee)::int as net from ${moves} as moves group by 1 order by 1`.execute(query);
    const made: (Payout & { since: string })[] = [];
    let open: { since: string; amount: number } | undefined;
    for (const { day, net } of rows) {
      open = { since: open?.since ?? day, amount: (open?.amount ?? 0) + net };
      const arrivesOn = addDays(day, PAID_OUT_AFTER_DAYS);
      const createdAt = new Date(`${arrivesOn}T00:00:00Z`);
      if (createdAt > clock.now()) break;
      if (open.amount <= 0) continue;
      made.push({ id: `payout_${day}`, amount: open.amount, status: 'paid', arrivesOn, createdAt, since: open.since });
      open = undefined;
    }
    return made;
  }

  return {
    async listBalanceMoves({ since, until }) {
      const { rows } = await sql<BalanceMove>`
        select id, kind, amount, fee, charge, created_at as "createdAt" from ${moves} as moves where created_at >= ${since} and created_at < ${until} order by created_at, id`.execute(query);
      return rows;
    },

    async listPayouts({ since }) {
      return (await payouts()).filter(({ createdAt }) => createdAt >= since).map(({ since: _since, ...payout }) => payout);
    },

    async listMovesOfPayout(id) {
      const payout = (await payouts()).find((one) => one.id === id);
      if (payout === undefined) return [];
      const before = `${addDays(payout.arrivesOn, 1 - PAID_OUT_AFTER_DAYS)}T00:00:00Z`;
      const { rows } = await sql<{ id: string }>`
        select id from ${moves} as moves where created_at >= ${`${payout.since}T00:00:00Z`}::timestamptz and created_at < ${before}::timestamptz`.execute(query);
      return rows.map((row) => row.id);
    },
  };
}
