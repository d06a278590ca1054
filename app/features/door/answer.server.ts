import { type Admission, decideAdmission, type TicketLookup } from '#app/domain/door/admission.ts';
import type { DoorAnswer, DoorTicket } from '#app/domain/door/answer.ts';
import type { AdmissionFacts, Verdict } from '#app/domain/door/verdict.ts';
import { readMenuSnapshot } from '#app/domain/ticket/menu-snapshot.ts';
import { violatedConstraint } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import type { DoorRequest } from './scanner/service.server.ts';
import { type DoorTicketRecord, type ScanRow, selectScanByNonce, selectTicketById } from './store.server.ts';

export type Found = { ticket: DoorTicketRecord } | { ticket: null; code: 'NOT_FOUND' | 'REPLACED' | 'BAD_QR' };

export function judge(ticket: DoorTicketRecord | null, { eventIds }: DoorRequest): Admission {
  return decideAdmission(ticket && toLookup(ticket), { eventIds, allowsReentry: ticket?.exitReentry ?? false });
}

export function toLookup(ticket: DoorTicketRecord): TicketLookup {
  return {
    eventId: ticket.eventId,
    status: ticket.status,
    orderStatus: ticket.orderStatus,
    suspended: ticket.suspendedAt !== null,
    outside: ticket.lastMove?.kind === 'exit',
  };
}

export function factsOf(ticket: DoorTicketRecord, { request, now }: { request: DoorRequest; now: Date }): AdmissionFacts {
  const move = ticket.lastMove?.kind === 'exit' ? null : ticket.lastMove;
  const isOwn = move !== null && isOwnScan(move, request);
  return {
    eventTitle: ticket.eventTitle,
    usedAt: ticket.usedAt?.toISOString() ?? null,
    now: now.toISOString(),
    ownSecondsAgo: isOwn ? Math.max(0, Math.round((now.getTime() - new Date(move.scannedAt).getTime()) / 1000)) : null,
    door: move?.device ? doorName(move.device) : null,
  };
}

export function isOfThisDoor(ticket: DoorTicketRecord, { eventIds }: DoorRequest): boolean {
  return eventIds?.includes(ticket.eventId) ?? true;
}

interface NoncedAct {
  request: DoorRequest;
  ticketId: string;
  nonce: string;
  act: () => Promise<DoorAnswer>;
  answer: (verdict: Verdict, ticket: DoorTicketRecord | null) => DoorAnswer | Promise<DoorAnswer>;
}

/** Acts once for a nonce; whoever asks again is answered as before. */
export async function onceByNonce({ doorDb: { query } }: Pick<Deps, 'doorDb'>, { request, ticketId, nonce, act, answer }: NoncedAct): Promise<DoorAnswer> {
  const answered = async (): Promise<DoorAnswer | null> => {
    const scan = await selectScanByNonce(query, nonce);
    if (scan === null) return null;
    if (scan.ticketId !== null && scan.ticketId !== ticketId.toUpperCase()) throw new Refusal('INVALID_JSON', { message: "Este nonce és d'un altre tiquet" });
    const ticket = scan.ticketId === null ? null : await selectTicketById(query, scan.ticketId);
    const { success, code, message } = scan;
    return answer({ success, code, message }, ticket !== null && isOfThisDoor(ticket, request) ? ticket : null);
  };
  const before = await answered();
  if (before !== null) return before;
  try {
    return await act();
  } catch (error) {
    if (violatedConstraint(error) !== 'scans_nonce_key') throw error;
    const meanwhile = await answered();
    if (meanwhile === null) throw error;
    return meanwhile;
  }
}

export function isOwnScan(scan: { device: string | null; scannedBy: string }, { scanner, device }: DoorRequest): boolean {
  return device !== null && scan.device === device && scan.scannedBy === scanner.id;
}

export function doorName(device: string): string {
  return device.split(' · ')[0] ?? device;
}

export function scanBy({ scanner, eventId, device }: DoorRequest, now: Date): Pick<ScanRow, 'scannedBy' | 'eventId' | 'device' | 'scannedAt' | 'receivedAt'> {
  return { scannedBy: scanner.id, eventId, device, scannedAt: now, receivedAt: now };
}

/** Never includes an address. */
export function answerOf(verdict: Verdict, ticket: DoorTicketRecord | null): DoorAnswer {
  return ticket === null || verdict.code === 'OTHER_EVENT' ? verdict : { ...verdict, ticket: toDoorTicket(ticket) };
}

function toDoorTicket(ticket: DoorTicketRecord): DoorTicket {
  return {
    id: ticket.id,
    ticketNumber: ticket.ticketNumber,
    eventTitle: ticket.eventTitle,
    eventDate: ticket.eventDate,
    eventTime: ticket.eventTime,
    userType: ticket.userRole,
    menu_selection: ticket.menuSelection,
    extras_selection: ticket.extrasSelection,
    note: ticket.note,
    table: ticket.table,
    used_at: ticket.usedAt?.toISOString() ?? null,
    party: { size: ticket.groupSize ?? 0, inside: ticket.groupInside ?? 0 },
  };
}

/** Older menus contain the note. */
export function apartFromNote(stored: unknown): { menu: unknown; hasNote: boolean } {
  const reading = readMenuSnapshot(stored);
  if (reading.kind !== 'menu' || reading.menu.note === null) return { menu: stored, hasNote: false };
  return { menu: reading.menu.sections.map(({ name, dishes }) => ({ section_name: name, items: dishes })), hasNote: true };
}

export function withoutNote<Answer extends DoorAnswer>(answer: Answer): Answer {
  if (answer.ticket === undefined) return answer;
  return { ...answer, ticket: { ...answer.ticket, note: null, menu_selection: apartFromNote(answer.ticket.menu_selection).menu } };
}
