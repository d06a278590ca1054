import { type Tx, violatedConstraint } from '#app/adapters/db/database.server.ts';
import { type AdmissionCode, decideAdmission } from '#app/domain/ticket/admission.ts';
import type { Deps } from '#app/deps.server.ts';

import { type DoorDeps, scanBy } from '../admission.server.ts';
import { type DoorRequest, factsOf, judge, type Verdict, verdictOf } from '../answer.server.ts';
import { assertStillAtDoor, provedScanner } from '../scanner.server.ts';
import type { OfflineScan, UploadAnswer } from '../schema.ts';
import { insertScan, lockTicket, markUsed, moveUsedAtBack, selectAdmissionByNonce, selectScanByNonce, selectTicketById, type DoorTicketRecord } from '../store.server.ts';
import { takeBack } from '../undo.server.ts';
import { selectIdsByHash } from './store.server.ts';

type Result = Omit<UploadAnswer['results'][number], 'scannedAt'>;

/** Everything is kept: a second admission, or one of an ended ticket, is a conflict that is shown and not undone. Repeated, each scan gets its answer again. */
export async function takeOfflineScans(deps: DoorDeps & Pick<Deps, 'keys'>, request: DoorRequest & { eventId: number }, upload: { scans: readonly OfflineScan[]; sentAt: Date | null }): Promise<UploadAnswer['results']> {
  const hashes = upload.scans.flatMap(({ hash }) => (hash === undefined ? [] : [hash]));
  const ids = await selectIdsByHash(deps.doorDb.query, request.eventId, hashes);
  const now = deps.clock.now();
  // A wrong phone clock is as wrong when it sends as when it scanned.
  const offset = upload.sentAt === null ? 0 : now.getTime() - upload.sentAt.getTime();
  const results: UploadAnswer['results'] = [];
  for (const scan of upload.scans) {
    const ticketId = scan.ticketId?.toUpperCase() ?? (scan.hash === undefined ? undefined : ids.get(scan.hash)) ?? null;
    const scannedAt = new Date(Math.min(now.getTime(), Date.parse(scan.scannedAt) + offset));
    // Whoever hands the queue in may be another than whoever scanned, on the same phone.
    const id = (scan.by === undefined ? null : provedScanner(deps, scan.by)) ?? request.scanner.id;
    const result = await takeScan(deps, { ...request, scanner: { ...request.scanner, id }, device: scan.device ?? request.device }, { nonce: scan.nonce, decision: scan.decision, undoes: scan.undoes ?? null, ticketId, scannedAt });
    results.push({ ...result, scannedAt: scannedAt.toISOString() });
  }
  return results;
}

interface TakenScan {
  nonce: string;
  decision: AdmissionCode;
  undoes: string | null;
  ticketId: string | null;
  scannedAt: Date;
}

async function takeScan(deps: DoorDeps, request: DoorRequest, scan: TakenScan): Promise<Result> {
  try {
    return (await answered(deps, scan)) ?? (await record(deps, request, scan));
  } catch (error) {
    if (violatedConstraint(error) !== 'scans_nonce_key') throw error;
    const before = await answered(deps, scan);
    if (before === null) throw error;
    return before;
  }
}

async function answered(deps: DoorDeps, { nonce }: TakenScan): Promise<Result | null> {
  const before = await selectScanByNonce(deps.doorDb.query, nonce);
  if (before === null) return null;
  const { success, code, message, conflict, ticketId } = before;
  const ticket = ticketId === null ? null : await selectTicketById(deps.doorDb.query, ticketId);
  return { nonce, success, code, message, conflict, ticketNumber: ticket?.ticketNumber ?? null };
}

async function record(deps: DoorDeps, request: DoorRequest, scan: TakenScan): Promise<Result> {
  return deps.doorDb.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await assertStillAtDoor(tx, request.scanner, now);
    if (scan.ticketId !== null) await lockTicket(tx, scan.ticketId);
    const ticket = scan.ticketId === null ? null : await selectTicketById(tx, scan.ticketId);
    const admission = judge(ticket, request);
    if (scan.undoes !== null) return recordUndo(tx, request, { scan, undoes: scan.undoes, ticket, isOfThisDoor: admission.code !== 'OTHER_EVENT', now });
    const wasLetIn = scan.decision === 'ADMITTED' || scan.decision === 'VALID';
    const verdict: Verdict = admission.code === 'VALID' && wasLetIn ? verdictOf('ADMITTED') : verdictOf(wasLetIn ? admission.code : scan.decision, ticket ? factsOf(ticket, { request, now }) : {});
    const conflict = wasLetIn && admission.code !== 'VALID';
    if (admission.code === 'VALID' && wasLetIn && admission.entry === 'entry' && ticket !== null) await markUsed(tx, ticket.id, scan.scannedAt);
    if (conflict && ticket !== null && admission.code === 'ALREADY_USED') await moveUsedAtBack(tx, ticket.id, scan.scannedAt);
    await insertScan(tx, {
      ...scanBy(request, now),
      ...verdict,
      success: verdict.success && wasLetIn,
      scannedAt: scan.scannedAt,
      kind: admission.code === 'VALID' && wasLetIn ? admission.entry : 'entry',
      nonce: scan.nonce,
      ticketId: ticket?.id ?? null,
      offline: true,
      conflict,
    });
    return { nonce: scan.nonce, ...verdict, conflict, ticketNumber: numberFor(ticket, admission.code) };
  });
}

interface TakenUndo {
  scan: TakenScan;
  undoes: string;
  ticket: DoorTicketRecord | null;
  isOfThisDoor: boolean;
  now: Date;
}

async function recordUndo(tx: Tx, request: DoorRequest, { scan, undoes, ticket, isOfThisDoor, now }: TakenUndo): Promise<Result> {
  const named = await selectAdmissionByNonce(tx, undoes);
  const isIt = named !== null && isOfThisDoor && !named.isUndone && named.ticketId === (ticket?.id ?? null) && (named.conflict || named.id === ticket?.lastMove?.id);
  // Only the device that let somebody in knows the nonce.
  const act = isIt ? { id: named.id, kind: named.kind, admittedAt: named.scannedAt, isSameDevice: true, isConflict: named.conflict } : null;
  const { undoing, verdict } = await takeBack(tx, {
    request,
    act,
    scan: { ...scanBy(request, now), scannedAt: scan.scannedAt, nonce: scan.nonce, ticketId: ticket?.id ?? null, offline: true },
  });
  return { nonce: scan.nonce, ...verdict, conflict: undoing === 'too_late', ticketNumber: isOfThisDoor ? (ticket?.ticketNumber ?? null) : null };
}

function numberFor(ticket: DoorTicketRecord | null, code: ReturnType<typeof decideAdmission>['code']): string | null {
  return ticket === null || code === 'OTHER_EVENT' ? null : ticket.ticketNumber;
}
