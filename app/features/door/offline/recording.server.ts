import { RepeatTransaction, type Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Admission, AdmissionCode } from '#app/domain/door/admission.ts';
import { verdictOf } from '#app/domain/door/verdict.ts';
import { isPaid } from '#app/domain/order/status.ts';

import { factsOf, judge, scanBy } from '../answer.server.ts';
import type { DoorRequest } from '../scanner/service.server.ts';
import type { UploadAnswer } from '../schema.ts';
import { type DoorTicketRecord, type ScanRow, selectAdmissionByNonce, selectTicketById, selectTicketsByIds } from '../store.server.ts';
import { undoScan } from '../undo.server.ts';
import { insertScans, lockOrders, lockTickets, markAllUsed, markLetInAllTheSame, moveAllUsedAtBack, type NamedTicket, selectNamedTickets, selectScansByNonces, type UseAt } from './store.server.ts';

export interface DecidedScan {
  nonce: string;
  decision: AdmissionCode;
  /** Nonce of the admission that it undoes. */
  undoes: string | null;
  hash: string;
  /** Known for a whole id, possibly of another event. */
  ticketId: string | null;
  scannedAt: Date;
  /** False where the phone's clock was set meanwhile, or not sent along. */
  isTimeKnown: boolean;
  request: DoorRequest & { eventId: number };
}

export type ScanResult = Omit<UploadAnswer['results'][number], 'scannedAt'>;

type Admitting = Pick<DecidedScan, 'nonce' | 'request' | 'scannedAt'>;

/** Idempotent by nonce, in scan order. All tickets are read at once and written by a few statements. */
export async function recordScans(tx: Tx, taking: { eventId: number; scans: readonly DecidedScan[]; now: Date }): Promise<Map<string, ScanResult>> {
  const { eventId, scans, now } = taking;
  const named = await lockNamedTickets(tx, { eventId, scans });
  const tickets = new Map((await selectTicketsByIds(tx, [...new Set([...named.values()].map(({ ticketId }) => ticketId))])).map((ticket) => [ticket.id, ticket]));
  // Read under the locks: another tab may have uploaded the same scans.
  const { results, refused } = await answeredBefore(tx, scans.map(({ nonce }) => nonce));
  const written = pendingWrites(tx);

  for (const scan of scans) {
    const known = results.get(scan.nonce);
    const wasLetIn = scan.decision === 'ADMITTED' || scan.decision === 'VALID';
    if (known !== undefined && !(wasLetIn && refused.has(scan.nonce))) continue;
    const { request, scannedAt } = scan;
    const name = named.get(scan.hash);
    const ticket = name === undefined ? null : (tickets.get(name.ticketId) ?? null);
    const admission = judgeScan(ticket, scan);
    if (known !== undefined) {
      const mayEnterNow = ticket !== null && name?.isRetired !== true && admission.code === 'VALID' && admission.entry === 'entry';
      const result = { ...known, ...(mayEnterNow && verdictOf('ADMITTED', {})), success: mayEnterNow, conflict: !mayEnterNow };
      await markLetInAllTheSame(tx, scan.nonce, { at: scannedAt, ...result });
      if (mayEnterNow) {
        written.use({ ticketId: ticket.id, at: scannedAt });
        tickets.set(ticket.id, afterEntry(ticket, scan, 'entry'));
      } else if (ticket !== null && known.code === 'ALREADY_USED') written.moveBack({ ticketId: ticket.id, at: scannedAt });
      results.set(scan.nonce, result);
      continue;
    }
    if (scan.undoes !== null) {
      await written.flush();
      results.set(scan.nonce, await recordUndo(tx, { scan, undoes: scan.undoes, ticket: ticket && (await selectTicketById(tx, ticket.id)), isOfThisDoor: admission.code !== 'OTHER_EVENT', now }));
      const after = ticket && (await selectTicketById(tx, ticket.id));
      if (after !== null) tickets.set(after.id, after);
      continue;
    }
    const enters = admission.code === 'VALID' && wasLetIn;
    const isReplaced = name?.isRetired === true && admission.code !== 'OTHER_EVENT';
    const conflict = wasLetIn && (isReplaced || !enters);
    const code = !wasLetIn ? scan.decision : isReplaced ? 'REPLACED' : enters ? 'ADMITTED' : admission.code;
    const verdict = verdictOf(code, ticket === null || code === 'ADMITTED' ? {} : factsOf(ticket, { request, now }));
    const kind = enters ? admission.entry : 'entry';
    // Admitted with a replaced id: the ticket is marked used, so that its present holder sees it.
    written.scan({ ...scanBy(request, now), ...verdict, success: enters, scannedAt, kind, nonce: scan.nonce, ticketId: ticket?.id ?? null, offline: true, conflict });
    if (ticket !== null && enters) {
      if (kind === 'entry') written.use({ ticketId: ticket.id, at: scannedAt });
      tickets.set(ticket.id, afterEntry(ticket, scan, kind));
    }
    if (ticket !== null && conflict && !isReplaced && admission.code === 'ALREADY_USED') {
      written.moveBack({ ticketId: ticket.id, at: scannedAt });
      if (ticket.usedAt !== null && ticket.usedAt > scannedAt) tickets.set(ticket.id, { ...ticket, usedAt: scannedAt });
    }
    results.set(scan.nonce, { nonce: scan.nonce, ...verdict, success: enters && !conflict, conflict, ticketNumber: admission.code === 'OTHER_EVENT' ? null : (ticket?.ticketNumber ?? null) });
  }
  await written.flush();
  return results;
}

function judgeScan(ticket: DoorTicketRecord | null, { request, scannedAt, isTimeKnown }: DecidedScan): Admission {
  const admission = judge(ticket, request);
  const isReturn = admission.code === 'VALID' && admission.entry === 'reentry';
  const wentOutAt = ticket?.lastMove?.scannedAt;
  return isReturn && isTimeKnown && wentOutAt !== undefined && scannedAt < new Date(wentOutAt) ? { code: 'ALREADY_USED' } : admission;
}

/** Locked in the global order: orders, then tickets. */
async function lockNamedTickets(tx: Tx, { eventId, scans }: { eventId: number; scans: readonly DecidedScan[] }): Promise<Map<string, NamedTicket>> {
  const named = { eventId, hashes: scans.map(({ hash }) => hash), ids: scans.flatMap(({ ticketId }) => ticketId ?? []) };
  await lockOrders(tx, [...new Set((await selectNamedTickets(tx, named)).map(({ orderId }) => orderId))]);
  // Read again: until the orders were locked, an id could change.
  const found = await selectNamedTickets(tx, named);
  await lockTickets(tx, found.map(({ ticketId }) => ticketId));
  return new Map(found.map((one) => [one.hash, one]));
}

/** `refused`: those that the server refused at the door itself. */
async function answeredBefore(tx: Tx, nonces: readonly string[]): Promise<{ results: Map<string, ScanResult>; refused: ReadonlySet<string> }> {
  const before = await selectScansByNonces(tx, nonces);
  return {
    results: new Map(before.map(({ nonce, success, offline: _offline, kind: _kind, ...scan }) => [nonce ?? '', { ...scan, nonce: nonce ?? '', success: success && !scan.conflict }])),
    refused: new Set(before.flatMap(({ nonce, success, conflict, offline, kind }) => (nonce !== null && kind === 'entry' && !success && !conflict && !offline ? [nonce] : []))),
  };
}

function afterEntry(ticket: DoorTicketRecord, { nonce, request, scannedAt }: Admitting, kind: 'entry' | 'reentry'): DoorTicketRecord {
  const { scanner, device } = request;
  return { ...ticket, status: 'used', usedAt: kind === 'entry' ? scannedAt : ticket.usedAt, lastMove: { id: '', nonce, kind, scannedBy: scanner.id, device, scannedAt: scannedAt.toISOString() } };
}

function pendingWrites(tx: Tx) {
  const scans: ScanRow[] = [];
  const uses: UseAt[] = [];
  const earlier: UseAt[] = [];
  return {
    scan: (row: ScanRow): number => scans.push(row),
    use: (use: UseAt): number => uses.push(use),
    moveBack: (use: UseAt): number => earlier.push(use),
    async flush(): Promise<void> {
      const [rows, used, moved] = [scans.splice(0), uses.splice(0), earlier.splice(0)];
      if (used.length > 0 && (await markAllUsed(tx, used)) !== used.length) throw new RepeatTransaction('a ticket changed under its lock');
      if (moved.length > 0) await moveAllUsedAtBack(tx, moved);
      if (rows.length > 0) await insertScans(tx, rows);
    },
  };
}

interface DecidedUndo {
  scan: DecidedScan;
  undoes: string;
  ticket: DoorTicketRecord | null;
  isOfThisDoor: boolean;
  now: Date;
}

async function recordUndo(tx: Tx, { scan, undoes, ticket, isOfThisDoor, now }: DecidedUndo): Promise<ScanResult> {
  const { request, nonce, scannedAt } = scan;
  const named = await selectAdmissionByNonce(tx, undoes);
  const isTooMany = named !== null && named.conflict && !named.success;
  const isIt = named !== null && isOfThisDoor && !named.isUndone && named.ticketId === (ticket?.id ?? null) && (isTooMany || named.id === ticket?.lastMove?.id);
  // Only the device that admitted knows the nonce.
  const undoable = isIt ? { id: named.id, kind: named.kind, admittedAt: named.scannedAt, isSameDevice: true, isConflict: isTooMany, isPaid: ticket !== null && isPaid(ticket.orderStatus) } : null;
  const { undoing, verdict } = await undoScan(tx, { request, undoable, scan: { ...scanBy(request, now), scannedAt, nonce, ticketId: ticket?.id ?? null, offline: true } });
  return { nonce, ...verdict, conflict: undoing === 'too_late', ticketNumber: isOfThisDoor ? (ticket?.ticketNumber ?? null) : null };
}
