import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { expectedAtClose, sumMoved } from '#app/domain/till/cash-up.ts';
import type { ByTender, Tender } from '#app/domain/till/tender.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { selectMovements } from '../movements/store.server.ts';
import { holdOpen, lockCash, selectTakings } from './store.server.ts';

type LockedDrawer = { state: 'open'; cash: number } | { state: 'closing' | 'not_open' };

/** Held open, and its cash one's own until the transaction ends: nobody takes out more than it holds. */
export async function lockDrawer(tx: Tx, sessionId: string): Promise<LockedDrawer> {
  const state = isUuid(sessionId) ? await holdOpen(tx, sessionId) : 'not_open';
  if (state !== 'open') return { state };
  const { cash } = await sumsOf(tx, { sessionId, ...(await lockCash(tx, sessionId)) });
  return { state, cash };
}

/** What is in a drawer by our records; nobody else may change it meanwhile. */
export async function sumsOf(tx: Tx, { sessionId, openingFloat }: { sessionId: string; openingFloat: number }): Promise<ByTender> {
  return expectedAtClose({ openingFloat, takings: await selectTakings(tx, sessionId), moved: sumMoved(await selectMovements(tx, sessionId)) });
}

/** Cards and Bizums are given back out of an account. */
export function mostOf({ cash }: { cash: number }, means: Tender): number {
  return means === 'cash' ? Math.max(0, cash) : Number.POSITIVE_INFINITY;
}
