import { withIdempotency, type KeyReused } from '#app/platform/adapters/db/answer-once.server.ts';
import { expectedAtClose, sumMoved } from '#app/domain/till/cash-up.ts';
import type { MovementDirection } from '#app/domain/till/means.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Staff } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { holdOpen, lockCash, selectTakings } from '../sessions/store.server.ts';
import { insertMovement, selectMovements } from './store.server.ts';

export interface CashMovement {
  sessionId: string;
  direction: MovementDirection;
  /** Cents, positive. */
  amount: number;
  reason: string;
  key: string | null;
}

export type MoveCashOutcome = { outcome: 'done'; id: string } | { outcome: 'closing' | 'not_open' } | { outcome: 'too_much' } | KeyReused | RightLost;

/** One at a time for each drawer, so that nobody takes out more than it holds. */
export async function moveCash(deps: Deps, staff: Staff<'till'>, movement: CashMovement): Promise<MoveCashOutcome> {
  const { sessionId, direction, amount, reason, key } = movement;
  return asStaff<'till', Exclude<MoveCashOutcome, RightLost>>(deps, { staff, right: 'till' }, async (tx, { now, tell }) =>
    withIdempotency(tx, { key, scope: 'till movement', request: [staff, sessionId, direction, amount, reason], now }, async (): Promise<Exclude<MoveCashOutcome, RightLost | KeyReused>> => {
      const state = isUuid(sessionId) ? await holdOpen(tx, sessionId) : 'not_open';
      if (state !== 'open') return { outcome: state };
      const { openingFloat } = await lockCash(tx, sessionId);
      const expected = expectedAtClose({ openingFloat, takings: await selectTakings(tx, sessionId), moved: sumMoved(await selectMovements(tx, sessionId)) });
      if (direction === 'out' && amount > expected.cash) return { outcome: 'too_much' };
      const id = deps.ids.uuid();
      const signed = direction === 'in' ? amount : -amount;
      await insertMovement(tx, { id, sessionId, amount: signed, reason, movedBy: staff, movedAt: now });
      await tell({ action: 'till.cash_moved', subject: 'till', subjectId: sessionId, detail: { amount: signed } });
      return { outcome: 'done', id };
    }),
  );
}
