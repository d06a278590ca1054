import type { AdmissionCode } from '#app/domain/door/admission.ts';
import { type DoorAnswer, groupAnswer, type GroupAnswer, groupNonce } from '#app/domain/door/answer.ts';
import { EXIT_VERDICTS, type Verdict, verdictOf } from '#app/domain/door/verdict.ts';
import { readScannedText } from '#app/domain/door/scanned-text.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { answerOf, factsOf, type Found, judge, onceByNonce, scanBy } from '../answer.server.ts';
import { assertStillAtDoor, type DoorRequest } from '../scanner/service.server.ts';
import { type DoorTicketRecord, insertScan, insertVerification, isRetiredId, lockTicket, markTicketUsed, type ScanRow, selectGroupTickets, selectTicketById, selectTicketByNumber } from '../store.server.ts';

export type DoorDeps = Pick<Deps, 'doorDb' | 'clock' | 'ids' | 'log'>;

export async function verifyTicket(deps: DoorDeps, request: DoorRequest, scanned: { text: string; source?: 'camera' | 'typed' | undefined }): Promise<DoorAnswer> {
  const found = await findTicket(deps, request, scanned);
  const now = deps.clock.now();
  const code = found.ticket === null ? found.code : judge(found.ticket, request).code;
  const verdict = verdictOf(code, found.ticket === null ? {} : factsOf(found.ticket, { request, now }));
  await insertVerification(deps.doorDb.query, { ...scanBy(request, now), ...verdict, ticketId: found.ticket?.id ?? null });
  return answerOf(verdict, found.ticket);
}

export async function findTicket(deps: DoorDeps, request: DoorRequest, { text, source }: { text: string; source?: 'camera' | 'typed' | undefined }): Promise<Found> {
  const scanned = readScannedText(text);
  if (scanned.kind === 'bad_json') return { ticket: null, code: 'BAD_QR' };
  if (scanned.kind === 'unknown') return { ticket: null, code: 'NOT_FOUND' };
  const { ticketId, ticketNumber, eventId } = scanned;
  const isNumberAlone = ticketId === null;
  // Numbers stand in mails: only an account may type one (app/features/door/DECISIONS.md).
  if (isNumberAlone && (!request.scanner.hasAccount || source === 'camera')) return { ticket: null, code: 'NOT_FOUND' };
  const { query } = deps.doorDb;
  const ticket = ticketId !== null ? await selectTicketById(query, ticketId) : ticketNumber === null ? null : await selectTicketByNumber(query, ticketNumber);
  if (ticket === null) return { ticket: null, code: ticketId !== null && (await isRetiredId(query, ticketId)) ? 'REPLACED' : 'NOT_FOUND' };
  const agrees = (ticketNumber === null || ticketNumber === ticket.ticketNumber) && (eventId === null || eventId === ticket.eventId);
  return agrees ? { ticket } : { ticket: null, code: 'NOT_FOUND' };
}

/** By its current id or an earlier one. */
export async function namesTicket({ doorDb }: Pick<Deps, 'doorDb'>, text: string): Promise<boolean> {
  const scanned = readScannedText(text);
  if (scanned.kind !== 'ticket' || scanned.ticketId === null) return false;
  return (await selectTicketById(doorDb.query, scanned.ticketId)) !== null || isRetiredId(doorDb.query, scanned.ticketId);
}

interface Use {
  ticketId: string;
  nonce: string;
  direction: 'in' | 'out';
}

export async function admitTicket(deps: DoorDeps, request: DoorRequest, use: Use): Promise<DoorAnswer> {
  return onceByNonce(deps, { request, ...use, act: async () => (use.direction === 'in' ? letIn(deps, request, use) : letOut(deps, request, use)), answer: answerOf });
}

async function letIn(deps: DoorDeps, request: DoorRequest, use: Use): Promise<DoorAnswer> {
  const ticketId = use.ticketId.toUpperCase();
  for (;;) {
    const ticket = await selectTicketById(deps.doorDb.query, ticketId);
    const admission = judge(ticket, request);
    const now = deps.clock.now();
    const scan = { ...scanBy(request, now), nonce: use.nonce, ticketId: ticket?.id ?? null };
    if (ticket === null || admission.code !== 'VALID') {
      const code = ticket === null && (await isRetiredId(deps.doorDb.query, ticketId)) ? 'REPLACED' : admission.code;
      return refuse(deps, { ticket, scan, verdict: verdictOf(code, ticket === null ? {} : factsOf(ticket, { request, now })) });
    }
    const verdict = verdictOf('ADMITTED');
    const admitted = await deps.doorDb.inTransaction(async (tx) => {
      await assertStillAtDoor(tx, request.scanner, now);
      if (admission.entry === 'entry') {
        if (!(await markTicketUsed(tx, ticket.id, now))) return false;
      } else {
        await lockTicket(tx, ticket.id);
        const still = judge(await selectTicketById(tx, ticket.id), request);
        if (still.code !== 'VALID' || still.entry !== 'reentry') return false;
      }
      await insertScan(tx, { ...scan, ...verdict, kind: admission.entry });
      return true;
    });
    // The ticket changed meanwhile: decided again.
    if (admitted) return answerOf(verdict, await selectTicketById(deps.doorDb.query, ticket.id));
  }
}

async function letOut(deps: DoorDeps, request: DoorRequest, use: Use): Promise<DoorAnswer> {
  return deps.doorDb.inTransaction(async (tx) => {
    const ticketId = use.ticketId.toUpperCase();
    const now = deps.clock.now();
    await assertStillAtDoor(tx, request.scanner, now);
    await lockTicket(tx, ticketId);
    const ticket = await selectTicketById(tx, ticketId);
    const { code } = judge(ticket, request);
    const isInside = ticket !== null && code === 'ALREADY_USED' && ticket.lastMove?.kind !== 'exit';
    const verdict: Verdict = isInside && ticket.exitReentry ? EXIT_VERDICTS.out : notOut(ticket, { code, isInside });
    await insertScan(tx, { ...scanBy(request, now), ...verdict, kind: 'exit', nonce: use.nonce, ticketId: ticket?.id ?? null });
    return answerOf(verdict, ticket);
  });
}

function notOut(ticket: DoorTicketRecord | null, { code, isInside }: { code: AdmissionCode; isInside: boolean }): Verdict {
  if (isInside) return EXIT_VERDICTS.final;
  if (code === 'VALID') return EXIT_VERDICTS.not_inside;
  return { ...verdictOf(code, { ...(ticket && { eventTitle: ticket.eventTitle }) }), success: false };
}

async function refuse(deps: DoorDeps, refused: { ticket: DoorTicketRecord | null; scan: Pick<ScanRow, 'nonce' | 'ticketId'> & ReturnType<typeof scanBy>; verdict: Verdict }): Promise<DoorAnswer> {
  await insertScan(deps.doorDb.query, { ...refused.scan, ...refused.verdict, kind: 'entry' });
  return answerOf(refused.verdict, refused.ticket);
}

export async function admitGroup(deps: DoorDeps, request: DoorRequest, group: { ticketIds: readonly string[]; nonce: string }): Promise<GroupAnswer> {
  const results: GroupAnswer['results'] = [];
  for (const ticketId of new Set(group.ticketIds.map((id) => id.toUpperCase()))) {
    results.push({ ticketId, ...(await admitTicket(deps, request, { ticketId, nonce: groupNonce(group.nonce, ticketId), direction: 'in' })) });
  }
  return groupAnswer(results);
}

export async function readGroup(deps: DoorDeps, request: DoorRequest, ticketId: string): Promise<{ ticketId: string; ticketNumber: string; status: string }[] | null> {
  const tickets = await selectGroupTickets(deps.doorDb.query, ticketId.toUpperCase());
  const scanned = tickets.find(({ id }) => id === ticketId.toUpperCase());
  if (scanned === undefined || judge(scanned, request).code === 'OTHER_EVENT') return null;
  return tickets.filter(({ status }) => status === 'active' || status === 'used').map(({ id, ticketNumber, status }) => ({ ticketId: id, ticketNumber, status }));
}
