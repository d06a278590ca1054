import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { type Tx, violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import { type KeyReused, withIdempotency } from '#app/platform/adapters/db/idempotency.server.ts';
import { agrees, differences, expectedAtClose, sumMoved, type Takings } from '#app/domain/till/cash-up.ts';
import type { ByTender } from '#app/domain/till/tender.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { AdminId, Hand, Reaching } from '#app/platform/http/guards/guards.server.ts';
import { asStaff, orRightLost, type RightLost } from '#app/platform/http/guards/staff.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { type AdjustmentRow, selectAdjustments } from '../adjustments/store.server.ts';
import { type MovementRow, selectMovements } from '../movements/store.server.ts';
import { type CountRow, insertCount, selectCounts } from './counts-store.server.ts';
import { sumsOf } from './drawer.server.ts';
import { insertTillSession, lockForClosing, selectOpenSessionNamed, selectTillSession, selectSessions, selectSold, selectTakings, type SessionRow, type SoldLine, updateClosed } from './store.server.ts';

export type { SessionRow, SoldLine };

const SESSIONS_LISTED = 40;

type OpenOutcome = { outcome: 'opened'; id: string } | { outcome: 'is_open'; id: string | null } | { outcome: 'key_reused' } | RightLost;

/** A drawer that is already open is returned, to be joined. */
export async function openSession(deps: Deps, staff: Hand<'till'>, opening: { name: string; float: number; key: string | null }): Promise<OpenOutcome> {
  const { name, float, key } = opening;
  try {
    return await asStaff<'till', Exclude<OpenOutcome, RightLost>>(deps, { staff, right: 'till', shift: { eventId: null, drawer: null } }, async (tx, { now, audit, isByShift }) => {
      return withIdempotency(tx, { key, scope: 'till session', request: [staff, name, float], now, done: ['opened'] }, async () => {
        const opened = { outcome: 'opened', id: deps.ids.uuid() } as const;
        await insertTillSession(tx, { id: opened.id, name, openedBy: staff, openedAt: now, openingFloat: float, onShift: isByShift });
        await audit({ action: 'till.opened', subject: 'till', subjectId: opened.id, detail: { float, ...(isByShift && { onShift: true }) } });
        return opened;
      });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'till_sessions_open') throw error;
    return { outcome: 'is_open', id: await selectOpenSessionNamed(deps.db.query, name) };
  }
}

interface CashUp {
  expected: ByTender;
  counted: ByTender;
  difference: ByTender;
}

type CloseOutcome = ({ outcome: 'closed' } & CashUp) | { outcome: 'differs'; difference: ByTender } | { outcome: 'reason_missing'; difference: ByTender } | { outcome: 'not_open' } | KeyReused | RightLost;

interface Closing {
  sessionId: string;
  counted: ByTender;
  note: string | null;
  /** The difference that was shown and is closed with; a sale since then makes another, which is shown too. */
  accepted: ByTender | 'any' | null;
  reason: string | null;
  idempotencyKey?: string | null;
}

/** Of a drawer that was opened in a shift also by its opener once the shift is over. Waits for sales under way and locks out new ones, so that the expected sum includes every row. A count that differs closes nothing, but is remembered. */
export async function closeSession(deps: Deps, staff: Hand<'till'>, closing: Closing): Promise<CloseOutcome> {
  const { idempotencyKey: key = null, ...request } = closing;
  const { sessionId, counted, note, accepted, reason } = request;
  const close = async (tx: Tx): Promise<Exclude<CloseOutcome, RightLost | KeyReused>> => {
    const session = isUuid(sessionId) ? await lockForClosing(tx, sessionId) : null;
    if (session === null) return { outcome: 'not_open' };
    const now = deps.clock.now();
    const expected = await sumsOf(tx, { sessionId, ...session });
    const difference = differences(expected, counted);
    const isSame = agrees(difference);
    const detail = { ...difference };
    if (!isSame && (accepted === null || (accepted !== 'any' && !agrees(differences(accepted, difference))))) {
      await insertCount(tx, { id: deps.ids.uuid(), sessionId, kind: 'recount', expected, counted, reason: null, countedBy: staff, countedAt: now });
      await writeAudit(tx, { at: now, actor: `user:${staff}`, action: 'till.counted', subject: 'till', subjectId: sessionId, detail });
      return { outcome: 'differs', difference };
    }
    if (!isSame && reason === null) return { outcome: 'reason_missing', difference };
    await updateClosed(tx, sessionId, { closedBy: staff, closedAt: now, expected, counted, note, differenceReason: isSame ? null : reason });
    await writeAudit(tx, { at: now, actor: `user:${staff}`, action: 'till.closed', subject: 'till', subjectId: sessionId, detail: { ...detail, ...(!isSame && reason !== null && { reason }) } });
    return { outcome: 'closed', expected, counted, difference };
  };
  return asStaff<'till', Exclude<CloseOutcome, RightLost>>(deps, { staff, right: 'till', shift: { eventId: 'afterwards', drawer: sessionId } }, async (tx, { now }) => withIdempotency(tx, { key, scope: 'till closing', request, now, done: ['closed'] }, () => close(tx)));
}

type CorrectOutcome = 'done' | 'not_found' | 'right_lost';

/** A row beside the first figures, which stay as they were counted. */
export async function correctCount(deps: Deps, admin: AdminId, correction: { sessionId: string; counted: ByTender; reason: string }): Promise<CorrectOutcome> {
  const { sessionId, counted, reason } = correction;
  const outcome = await asStaff(deps, { staff: admin, right: 'admin' }, async (tx, { now, audit }): Promise<CorrectOutcome> => {
    const session = isUuid(sessionId) ? await selectTillSession(tx, sessionId) : null;
    if (!session?.expected || !session.counted) return 'not_found';
    await insertCount(tx, { id: deps.ids.uuid(), sessionId, kind: 'correction', expected: session.expected, counted, reason, countedBy: admin, countedAt: now });
    const difference = differences(session.expected, counted);
    await audit({ action: 'till.corrected', subject: 'till', subjectId: sessionId, detail: { ...difference, reason } });
    return 'done';
  });
  return orRightLost(outcome);
}

export async function listSessions(deps: Deps, { reach }: Reaching<'till'>): Promise<SessionRow[]> {
  const sessions = await selectSessions(deps.db.query, SESSIONS_LISTED);
  return reach === null ? sessions : sessions.filter(({ id }) => reach.drawers.includes(id));
}

interface SessionDetails {
  session: SessionRow;
  takings: Takings[];
  sold: SoldLine[];
  movements: MovementRow[];
  adjustments: AdjustmentRow[];
  counts: CountRow[];
  /** By our records, now or at the closing. */
  expected: ByTender;
}

export async function readTillSession(deps: Deps, { reach }: Reaching<'till'>, sessionId: string): Promise<SessionDetails | null> {
  if (reach !== null && !reach.drawers.includes(sessionId)) return null;
  const session = isUuid(sessionId) ? await selectTillSession(deps.db.query, sessionId) : null;
  if (!session) return null;
  const { query } = deps.db;
  const [takings, sold, movements, adjustments, counts] = await Promise.all([
    selectTakings(query, sessionId),
    selectSold(query, sessionId),
    selectMovements(query, sessionId),
    selectAdjustments(query, sessionId),
    selectCounts(query, sessionId),
  ]);
  return { session, takings, sold, movements, adjustments, counts, expected: session.expected ?? expectedAtClose({ openingFloat: session.openingFloat, takings, moved: sumMoved(movements) }) };
}
