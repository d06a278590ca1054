import { type AdmissionCode, decideAdmission, type TicketLookup } from '#app/domain/door/admission.ts';
import { type AdmissionFacts, admissionText } from '#app/domain/door/verdict.ts';
import { servableDishes } from '#app/domain/door/serving.ts';
import type { OrderStatus, TicketStatus } from '#app/domain/order/status.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';

import type { DoorAnswer, DoorList } from '../../schema.ts';
import type { KeptList, KnownHere } from './offline-store.ts';

export const UNMARKED = "Sense connexió no es pot marcar: apunta't el tiquet";
const NO_NOTE_HERE = 'només amb connexió';

export type Row = DoorList['tickets'][number];

function ticketOf(row: Row, here: KnownHere | undefined, eventId: number): Exclude<TicketLookup, 'replaced' | null> {
  return {
    eventId,
    status: statusOf(row, here),
    orderStatus: row.orderStatus as OrderStatus,
    suspended: row.suspended,
    outside: row.outside && !isIn(here),
  };
}

export function statusOf(row: Row, here: KnownHere | undefined): TicketStatus {
  if (row.status === 'active' && isIn(here)) return 'used';
  if (row.status === 'used' && here?.isFree === true) return 'active';
  return row.status as TicketStatus;
}

function isIn(here: KnownHere | undefined): boolean {
  return here !== undefined && here.isFree !== true;
}

function usedFacts(row: Row | undefined, here: KnownHere | undefined): AdmissionFacts {
  if (here?.isFree === true) return { usedAt: null };
  if (here === undefined) return { usedAt: row?.usedAt ?? null, now: new Date(browserNow()).toISOString() };
  return { usedAt: here.at, ownSecondsAgo: Math.max(0, Math.round((browserNow() - Date.parse(here.at)) / 1000)) };
}

export function refused(code: AdmissionCode): DoorAnswer {
  return { success: false, code, message: admissionText(code) };
}

export interface LocalDecision {
  code: AdmissionCode;
  row: Row;
  facts: AdmissionFacts;
  known: ReadonlyMap<string, KnownHere>;
}

export interface FoundDecision extends Omit<LocalDecision, 'row'> {
  row: Row | undefined;
}

export function decideFromList({ hash, kept, known, find }: { hash: string; kept: KeptList; known: ReadonlyMap<string, KnownHere>; find: (row: Row) => boolean }): FoundDecision {
  const { eventId, list } = kept;
  const row = list.tickets.find(find);
  const here = known.get(row?.hash ?? hash);
  const lookup: TicketLookup = row === undefined ? (list.retired.includes(hash) ? 'replaced' : null) : ticketOf(row, here, eventId);
  const { code } = decideAdmission(lookup, { eventIds: [eventId], allowsReentry: list.event.exitReentry });
  return { code, row, facts: usedFacts(row, here), known };
}

export interface ShownAs {
  kept: KeptList;
  id: string;
  number: string | null;
}

/** What is on the plate can be read without network, and is marked nowhere. */
export function dishesOf(decided: LocalDecision, as: ShownAs): DoorAnswer {
  const answer = answerOf(decided, as);
  if (answer.ticket === undefined || (decided.code !== 'VALID' && decided.code !== 'ALREADY_USED')) return answer;
  const dishes = servableDishes({ menuSelection: answer.ticket.menu_selection, extrasSelection: answer.ticket.extras_selection });
  return { success: false, code: 'VALID', message: UNMARKED, ticket: { ...answer.ticket, dishes: dishes.map((dish) => ({ ...dish, servedAt: null })) } };
}

/** The list holds no notes and no numbers. */
export function answerOf({ code, row, facts, known }: LocalDecision, { kept, id, number }: ShownAs): DoorAnswer {
  const { event, menus, tickets } = kept.list;
  const chosen = menus[row.menu];
  const party = tickets.filter((one) => one.party === row.party && (one.status === 'active' || one.status === 'used'));
  return {
    success: code === 'VALID' || code === 'ADMITTED',
    code,
    message: admissionText(code, facts),
    ticket: {
      id,
      ticketNumber: number ?? '',
      eventTitle: event.title,
      eventDate: event.date,
      eventTime: event.time,
      userType: row.userType,
      menu_selection: chosen?.menu ?? null,
      extras_selection: chosen?.extras ?? [],
      note: row.hasNote ? NO_NOTE_HERE : null,
      used_at: code === 'VALID' ? null : (facts.usedAt ?? null),
      party: { size: party.length, inside: party.filter((one) => statusOf(one, known.get(one.hash)) === 'used').length },
    },
  };
}
