import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { type Tx, violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import { decideUndo, type Entry, type Undoing } from '#app/domain/door/admission.ts';
import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { isPaid } from '#app/domain/order/status.ts';
import { UNDO_VERDICTS, type Verdict, verdictOf } from '#app/domain/door/verdict.ts';

import type { DoorDeps } from './admission/service.server.ts';
import { answerOf, judge, scanBy } from './answer.server.ts';
import { assertStillAtDoor, type DoorRequest } from './scanner/service.server.ts';
import { insertScan, lockOrderOf, lockTicket, markUnused, type ScanRow, selectScanByNonce, selectSecondAdmission, selectTicketById, setUsedAt, type DoorTicketRecord } from './store.server.ts';

export async function undoAdmission(deps: DoorDeps, request: DoorRequest, undo: { ticketId: string; nonce: string }): Promise<DoorAnswer> {
  const ticketId = undo.ticketId.toUpperCase();
  const work = (): Promise<DoorAnswer> =>
    deps.doorDb.inTransaction(async (tx) => {
      const now = deps.clock.now();
      await assertStillAtDoor(tx, request.scanner, now);
      await lockOrderOf(tx, ticketId);
      await lockTicket(tx, ticketId);
      const ticket = await selectTicketById(tx, ticketId);
      const { code } = judge(ticket, request);
      if (ticket === null || code === 'OTHER_EVENT') return answerOf(verdictOf(ticket === null ? 'NOT_FOUND' : code, ticket ? { eventTitle: ticket.eventTitle } : {}), null);
      const before = await selectScanByNonce(tx, undoNonce(undo.nonce));
      if (before?.ticketId === ticketId) return answerOf({ success: before.success, code: before.code, message: before.message }, ticket);
      const move = ticket.lastMove;
      if (ticket.status !== 'used' || move === null || move.kind === 'exit') return answerOf(UNDO_VERDICTS[ticket.status === 'used' ? 'too_late' : 'nothing'], ticket);
      const undoable = { id: move.id, kind: move.kind, admittedAt: new Date(move.scannedAt), isSameDevice: isSameDevice(move, { request, nonce: undo.nonce }), isConflict: false, isPaid: isPaid(ticket.orderStatus) };
      const scan = { ...scanBy(request, now), nonce: undoNonce(undo.nonce), ticketId };
      const { verdict } = await undoScan(tx, { request, undoable, scan });
      return answerOf(verdict, await selectTicketById(tx, ticketId));
    });
  try {
    return await work();
  } catch (error) {
    // A concurrent request with the same nonce won; its answer is read now.
    if (violatedConstraint(error) === null) throw error;
    return work();
  }
}

interface UndoableScan {
  id: string;
  kind: Entry;
  admittedAt: Date;
  isSameDevice: boolean;
  isConflict: boolean;
  isPaid: boolean;
}

type UndoRow = Pick<ScanRow, 'nonce' | 'ticketId' | 'scannedBy' | 'eventId' | 'device' | 'scannedAt' | 'receivedAt' | 'offline'>;

/** Refused undos are recorded too. The caller holds the locks of the order and the ticket. */
export async function undoScan(tx: Tx, { request, undoable, scan }: { request: DoorRequest; undoable: UndoableScan | null; scan: UndoRow }): Promise<{ undoing: Undoing; verdict: Verdict }> {
  const { ticketId, offline = false } = scan;
  const second = undoable === null || undoable.isConflict || ticketId === null ? null : await selectSecondAdmission(tx, { ticketId, after: undoable.id });
  const undoing = decideUndo(undoable && { ...undoable, isAdmin: request.scanner.isAdmin, hasSecond: second !== null }, scan.scannedAt);
  const verdict = UNDO_VERDICTS[undoing];
  if (undoable === null || !UNDO_VERDICTS[undoing].success) {
    // Online the nonce stays unclaimed, so that a later undo with it can succeed.
    await insertScan(tx, { ...scan, ...verdict, kind: 'undo', nonce: offline ? scan.nonce : null, conflict: offline && undoing === 'too_late' });
    return { undoing, verdict };
  }
  if (ticketId !== null && undoable.kind === 'entry' && undoing === 'free') await markUnused(tx, ticketId);
  await insertScan(tx, { ...scan, ...verdict, kind: 'undo', undoes: undoable.id });
  if (second !== null && ticketId !== null) {
    // The former duplicate becomes the admission that counts.
    const { id, ...other } = second;
    if (undoable.kind === 'entry') await setUsedAt(tx, ticketId, other.scannedAt);
    await insertScan(tx, { ...other, ...verdictOf('ADMITTED'), kind: undoable.kind, nonce: null, ticketId, receivedAt: scan.receivedAt, offline: true, undoes: id });
  }
  await writeAudit(tx, { at: scan.receivedAt, actor: request.scanner.id, action: 'ticket.admission_undone', subject: 'ticket', subjectId: ticketId ?? 'unknown', detail: { scan: undoable.id } });
  return { undoing, verdict };
}

type Move = NonNullable<DoorTicketRecord['lastMove']>;

function isSameDevice(move: Move, { request, nonce }: { request: DoorRequest; nonce: string }): boolean {
  return move.nonce === nonce || (move.scannedBy === request.scanner.id && (move.device ?? null) === request.device);
}

/** Derived alike online and offline, so that a retried undo is recorded once. */
function undoNonce(nonce: string): string {
  return `undo:${nonce}`;
}
