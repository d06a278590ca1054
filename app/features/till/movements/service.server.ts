import { withIdempotency, type KeyReused } from '#app/platform/adapters/db/idempotency.server.ts';
import type { MovementDirection } from '#app/domain/till/tender.ts';
import type { Hand } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { lockDrawer } from '../sessions/drawer.server.ts';
import { insertMovement } from './store.server.ts';

interface CashMovement {
  sessionId: string;
  direction: MovementDirection;
  /** Cents, positive. */
  amount: number;
  reason: string;
  key: string | null;
}

type MoveCashOutcome = { outcome: 'done'; id: string } | { outcome: 'closing' | 'not_open' } | { outcome: 'too_much' } | KeyReused | RightLost;

/** One at a time for each drawer, so that nobody takes out more than it holds. */
export async function moveCash(deps: Deps, staff: Hand<'till'>, movement: CashMovement): Promise<MoveCashOutcome> {
  const { sessionId, direction, amount, reason, key } = movement;
  return asStaff<'till', Exclude<MoveCashOutcome, RightLost>>(deps, { staff, right: 'till', shift: { eventId: null, drawer: sessionId } }, async (tx, { now, audit }) =>
    withIdempotency(tx, { key, scope: 'till movement', request: [staff, sessionId, direction, amount, reason], now }, async (): Promise<Exclude<MoveCashOutcome, RightLost | KeyReused>> => {
      const drawer = await lockDrawer(tx, sessionId);
      if (drawer.state !== 'open') return { outcome: drawer.state };
      if (direction === 'out' && amount > drawer.cash) return { outcome: 'too_much' };
      const id = deps.ids.uuid();
      const signed = direction === 'in' ? amount : -amount;
      await insertMovement(tx, { id, sessionId, amount: signed, reason, movedBy: staff, movedAt: now });
      await audit({ action: 'till.cash_moved', subject: 'till', subjectId: sessionId, detail: { amount: signed } });
      return { outcome: 'done', id };
    }),
  );
}
