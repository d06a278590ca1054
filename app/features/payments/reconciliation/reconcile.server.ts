import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { PaymentUnavailable } from '#app/adapters/payments/payment-provider.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { isolateFailure } from '../isolate-failure.server.ts';
import { compareLedgers } from './ledger.server.ts';
import { openCase } from '../cases/cases-store.server.ts';
import { settle } from '../settlement.server.ts';

const DAYS = 4;
const DAY_MS = 24 * 3_600_000;
/** Nobody buys then, and the provider's day is over. */
const NIGHT_ENDS_AFTER_MS = 3 * 3_600_000;
/** A process that died over it is taken over after this. */
const ABANDONED_AFTER_MS = 30 * 60_000;

/** Once a night, by one process: mends what can be mended, and shows admins what can't. Does nothing when it is done. */
export async function reconcileNightly(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const day = dayInMadrid(new Date(now.getTime() - NIGHT_ENDS_AFTER_MS));
  if (!(await claimNight(deps, day, now))) return;
  try {
    const { sessions, mismatches } = await reconcile(deps, { since: new Date(now.getTime() - DAYS * DAY_MS) });
    await deps.db.query.updateTable('reconciliations').set({ finishedAt: deps.clock.now(), sessions, mismatches }).where('day', '=', day).execute();
    await deps.db.query.deleteFrom('reconciliations').where('day', '<', addDays(day, -400)).execute();
  } catch (error) {
    await deps.db.query.deleteFrom('reconciliations').where('day', '=', day).where('finishedAt', 'is', null).execute();
    if (!(error instanceof PaymentUnavailable)) throw error;
    deps.log.warn({ provider: deps.payments.name }, 'the nightly reconciliation found nobody to ask, and tries again soon');
  }
}

/** Settles every page of the period once more, each by itself, then compares; what still differs becomes a case. */
export async function reconcile(deps: Deps, period: { since: Date }): Promise<{ sessions: number; mismatches: number }> {
  const { sessions, mismatches } = await compareLedgers(deps, { ...period, see: (snapshot) => isolateFailure(deps, { page: snapshot.session }, () => settle(deps, snapshot, 'reconciler')) });
  for (const mismatch of mismatches) {
    deps.log.error({ kind: mismatch.kind, what: mismatch.what }, "our books and the provider's differ");
    await openCase(deps.db.query, deps, {
      kind: 'mismatch',
      reference: `${mismatch.kind}:${mismatch.charge}`,
      orderId: mismatch.orderId === '' ? null : mismatch.orderId,
      paymentId: null,
      detail: `${MISMATCH_WORDS[mismatch.kind]}: ${mismatch.how}`,
    });
  }
  return { sessions, mismatches: mismatches.length };
}

const MISMATCH_WORDS: Record<Awaited<ReturnType<typeof compareLedgers>>['mismatches'][number]['kind'], string> = {
  charge_unknown: 'la passarel·la ha cobrat i no ho tenim apuntat',
  charge_missing: 'tenim apuntat un cobrament que la passarel·la no coneix',
  amount_differs: 'els imports no coincidixen',
  paid_not_sold: 'cobrat, però la comanda no està pagada ni retornada',
  paid_twice: "la mateixa comanda s'ha cobrat dues vegades",
  refunds_differ: 'les devolucions no coincidixen',
  dispute_unknown: 'hi ha una disputa que no tenim apuntada',
  page_unread: 'la passarel·la no deixa llegir una pàgina de pagament',
};

async function claimNight(deps: Deps, day: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await deps.db.query
    .insertInto('reconciliations')
    .values({ day, startedAt: now })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ startedAt: now })
        .where('reconciliations.finishedAt', 'is', null)
        .where('reconciliations.startedAt', '<', new Date(now.getTime() - ABANDONED_AFTER_MS)),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
