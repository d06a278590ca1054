import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { violatedConstraint } from '#app/adapters/db/database.server.ts';
import { mayUndo } from '#app/domain/ticket/admission.ts';

import { type DoorDeps, scanBy } from './admission.server.ts';
import { answerOf, type DoorRequest, judge, type Verdict, verdictOf } from './answer.server.ts';
import { assertStillAtDoor } from './scanner.server.ts';
import type { DoorAnswer } from './schema.ts';
import { insertScan, lockTicket, markUnused, selectScanByNonce, selectTicketById, type DoorTicketRecord } from './store.server.ts';

const UNDONE: Verdict = { success: true, code: 'VALID', message: "Entrada desfeta: el tiquet torna a ser vàlid" };
const TOO_LATE: Verdict = { success: false, code: 'ALREADY_USED', message: 'Només ho pot desfer el mateix dispositiu durant un minut, o un administrador: tiquet ja usat' };
const NOT_INSIDE: Verdict = { success: false, code: 'VALID', message: 'No hi ha cap entrada per a desfer' };

export async function undoAdmission(deps: DoorDeps, request: DoorRequest, undo: { ticketId: string; nonce: string }): Promise<DoorAnswer> {
  const ticketId = undo.ticketId.toUpperCase();
  const work = (): Promise<DoorAnswer> =>
    deps.doorDb.inTransaction(async (tx) => {
      const now = deps.clock.now();
      await assertStillAtDoor(tx, request.scanner, now);
      await lockTicket(tx, ticketId);
      const ticket = await selectTicketById(tx, ticketId);
      const { code } = judge(ticket, request);
      if (ticket === null || code === 'OTHER_EVENT') return answerOf(verdictOf(ticket === null ? 'NOT_FOUND' : code, ticket ? { eventTitle: ticket.eventTitle } : {}), null);
      const move = ticket.lastMove;
      if (ticket.status !== 'used' || move === null || move.kind === 'exit') {
        const wasUndone = (await selectScanByNonce(tx, undoNonce(undo.nonce)))?.ticketId === ticketId;
        return answerOf(wasUndone ? UNDONE : ticket.status === 'used' ? TOO_LATE : NOT_INSIDE, ticket);
      }
      if (!mayUndo({ isAdmin: request.scanner.isAdmin, isSameDevice: isSameDevice(move, { request, nonce: undo.nonce }), admittedAt: new Date(move.scannedAt) }, now)) {
        await insertScan(tx, { ...scanBy(request, now), ...TOO_LATE, kind: 'undo', nonce: null, ticketId });
        return answerOf(TOO_LATE, ticket);
      }
      if (move.kind === 'entry' && !(await markUnused(tx, ticketId))) return answerOf(NOT_INSIDE, ticket);
      await insertScan(tx, { ...scanBy(request, now), ...UNDONE, kind: 'undo', nonce: undoNonce(undo.nonce), ticketId, undoes: move.id });
      await writeAudit(tx, { at: now, actor: request.scanner.id, action: 'ticket.admission_undone', subject: 'ticket', subjectId: ticketId, detail: { scan: move.id } });
      return answerOf(UNDONE, await selectTicketById(tx, ticketId));
    });
  try {
    return await work();
  } catch (error) {
    // Another request with the same nonce was quicker; its answer is read now.
    if (violatedConstraint(error) === null) throw error;
    return work();
  }
}

type Move = NonNullable<DoorTicketRecord['lastMove']>;

function isSameDevice(move: Move, { request, nonce }: { request: DoorRequest; nonce: string }): boolean {
  return move.nonce === nonce || (move.scannedBy === request.scanner.id && (move.device ?? null) === request.device);
}

function undoNonce(nonce: string): string {
  return `undo:${nonce}`;
}
