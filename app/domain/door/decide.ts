import type { OrderStatus, TicketStatus } from '../order/status.ts';
import type { Role } from '../people/roles.ts';
import { type Admission, type AdmissionCode, decideAdmission, type TicketAtDoor } from './admission.ts';
import type { DoorAnswer, DoorTicket } from './answer.ts';
import type { ScannedText } from './scanned-text.ts';
import { servableDishes } from './serving.ts';
import { type AdmissionFacts, ENDED, notListed, UNDO_VERDICTS, UNMARKED, type Verdict, verdictOf } from './verdict.ts';

export interface ListedTicket {
  /** Half of a sha-256 of the id, hexadecimal. */
  hash: string;
  number: string;
  status: TicketStatus;
  orderStatus: OrderStatus;
  suspended: boolean;
  outside: boolean;
  userType: Role;
  menu: number;
  party: string;
  usedAt: string | null;
  hasNote: boolean;
  /** Missing in lists that a phone stored before there were tables. */
  table?: string | null;
}

export interface DoorList {
  asOf: string;
  event: { id: number; title: string; date: string; time: string; exitReentry: boolean; kitchenService: boolean };
  tickets: ListedTicket[];
  menus: { menu: unknown; extras: unknown }[];
  /** Hashes of ids that tickets had before. */
  retired: string[];
}

export interface FetchedList {
  eventId: number;
  list: DoorList;
  /** Null where the phone's clock was set back since it was fetched. */
  ageMs: number | null;
}

export interface PhoneLists {
  own: FetchedList;
  others: readonly FetchedList[];
}

export interface LogEntry {
  hash: string;
  nonce: string;
  decision: AdmissionCode;
  listAsOf: string;
  /** The nonce of the admission that it undoes. */
  undoes?: string;
}

export interface LoggedTicket {
  at: string;
  /** The admission was undone, or whoever came in went out again. */
  isFree?: boolean;
}

export type PhoneLog = ReadonlyMap<string, LoggedTicket>;

interface OfPhone {
  nonce: string;
  /** RFC 3339, by the phone's clock. */
  now: string;
  /** What let somebody scan here, and does no more. */
  ended: 'pass' | 'shift' | null;
}

export interface VerifyOnPhone extends OfPhone {
  kind: 'verify';
  mode: 'in' | 'serve';
  read: ScannedText;
  hashes: { id: string | null; number: string | null };
  mayUseNumber: boolean;
}

export interface ActOnPhone extends OfPhone {
  kind: 'admit' | 'undo';
  ticketId: string;
  hash: string;
}

export type PhoneScan = VerifyOnPhone | ActOnPhone;

interface Answered {
  /** Null where only the server knows. */
  answer: DoorAnswer | null;
  /** To be kept on the phone before anybody is answered, and handed in. */
  entry: LogEntry | null;
}

interface PhoneDecision extends Answered {
  logged: LoggedTicket | null;
}

export function decide(lists: PhoneLists, log: PhoneLog, scan: PhoneScan): PhoneDecision {
  const decided = decideByKind(lists, log, scan);
  return { ...decided, logged: decided.entry && loggedBy(decided.entry, scan.now) };
}

function decideByKind(lists: PhoneLists, log: PhoneLog, scan: PhoneScan): Answered {
  switch (scan.kind) {
    case 'verify':
      return scan.ended ? unlogged(ENDED[scan.ended]) : verify(lists, log, scan);
    case 'admit':
      return scan.ended ? unlogged(ENDED[scan.ended]) : admit(lists, log, scan);
    case 'undo':
      return undo(lists, log, scan);
  }
}

export function groupOnPhone({ list }: FetchedList, log: PhoneLog, hash: string): { ticketId: string; ticketNumber: string; status: string }[] {
  const scanned = list.tickets.find((one) => one.hash === hash);
  const group = list.tickets.filter(({ party }) => party === scanned?.party);
  return group.map((one) => ({ ticketId: one.hash, ticketNumber: '', status: statusOnPhone(one, log.get(one.hash)) }));
}

function verify(lists: PhoneLists, log: PhoneLog, scan: VerifyOnPhone): Answered {
  const { read, hashes, mode, nonce } = scan;
  const { list, eventId } = lists.own;
  if (read.kind === 'bad_json') return unlogged(verdictOf('BAD_QR'));
  const hash = hashes.id ?? (scan.mayUseNumber ? hashes.number : null);
  if (read.kind === 'unknown' || hash === null) return unlogged(verdictOf('NOT_FOUND'));
  const row = list.tickets.find((one) => (hashes.id === null ? one.number === hash : one.hash === hash));
  const agrees = row === undefined || ((read.eventId ?? eventId) === eventId && (hashes.number === null || row.number === hashes.number));
  if (!agrees) return unlogged(verdictOf('NOT_FOUND'));
  const { code, facts } = judge(lists.own, log, { row, hash, now: scan.now });
  const view = { list, log, id: read.ticketId ?? row?.hash ?? hash, number: read.ticketNumber };
  if (mode === 'serve' && row !== undefined) return unlogged(withDishes(code, facts, { ...view, row }));
  const entry = mode === 'serve' || code === 'VALID' ? null : { hash: row?.hash ?? hash, nonce, decision: code, listAsOf: list.asOf };
  if (code === 'NOT_FOUND') return { answer: unlisted(lists, hash), entry };
  return { answer: row === undefined ? verdictOf(code) : withTicket(verdictOf(code, facts), facts, { ...view, row }), entry };
}

function admit(lists: PhoneLists, log: PhoneLog, { ticketId, hash, nonce, now }: ActOnPhone): Answered {
  const { list } = lists.own;
  const row = list.tickets.find((one) => one.hash === hash);
  const judged = judge(lists.own, log, { row, hash, now });
  const code = judged.code === 'VALID' ? 'ADMITTED' : judged.code;
  const entry: LogEntry = { hash, nonce, decision: code, listAsOf: list.asOf };
  if (code === 'NOT_FOUND') return { answer: unlisted(lists, hash), entry };
  const facts: AdmissionFacts = code === 'ADMITTED' ? { usedAt: now } : judged.facts;
  const view = { list, log: fold(log, entry, now), id: ticketId, number: null };
  return { answer: row === undefined ? verdictOf(code) : withTicket(verdictOf(code, facts), facts, { ...view, row }), entry };
}

function undo({ own: { list } }: PhoneLists, log: PhoneLog, { ticketId, hash, nonce, now }: ActOnPhone): Answered {
  const row = list.tickets.find((one) => one.hash === hash);
  if (row === undefined) return { answer: null, entry: null };
  const entry: LogEntry = { hash, nonce: `undo:${nonce}`, decision: 'VALID', undoes: nonce, listAsOf: list.asOf };
  return { answer: withTicket(UNDO_VERDICTS.free, {}, { list, log: fold(log, entry, now), row, id: ticketId, number: null }), entry };
}

function judge({ eventId, list }: FetchedList, log: PhoneLog, { row, hash, now }: { row: ListedTicket | undefined; hash: string; now: string }): { code: Admission['code']; facts: AdmissionFacts } {
  const logged = log.get(row?.hash ?? hash);
  const ticket: TicketAtDoor | undefined = row && { ...row, eventId, status: statusOnPhone(row, logged), outside: row.outside && !isInside(logged) };
  const { code } = decideAdmission(ticket ?? (list.retired.includes(hash) ? 'replaced' : null), { eventIds: [eventId], allowsReentry: list.event.exitReentry });
  if (logged?.isFree === true) return { code, facts: { usedAt: null } };
  if (logged === undefined) return { code, facts: { usedAt: row?.usedAt ?? null, now } };
  return { code, facts: { usedAt: logged.at, ownSecondsAgo: Math.max(0, Math.round((Date.parse(now) - Date.parse(logged.at)) / 1000)) } };
}

function unlisted({ own, others }: PhoneLists, hash: string): Verdict {
  const other = others.find(({ list }) => list.retired.includes(hash) || list.tickets.some((ticket) => ticket.hash === hash || ticket.number === hash));
  return other === undefined ? notListed(own.ageMs) : verdictOf('OTHER_EVENT', { eventTitle: other.list.event.title });
}

const NO_NOTE_HERE = 'només amb connexió';

interface TicketView {
  list: DoorList;
  log: PhoneLog;
  row: ListedTicket;
  id: string;
  number: string | null;
}

/** The list holds no notes and no numbers. */
function withTicket(verdict: Verdict, { usedAt }: AdmissionFacts, { list, log, row, id, number }: TicketView): DoorAnswer & { ticket: DoorTicket } {
  const { event, menus, tickets } = list;
  const group = tickets.filter((one) => one.party === row.party && (one.status === 'active' || one.status === 'used'));
  return {
    ...verdict,
    ticket: {
      id,
      ticketNumber: number ?? '',
      eventTitle: event.title,
      eventDate: event.date,
      eventTime: event.time,
      userType: row.userType,
      menu_selection: menus[row.menu]?.menu ?? null,
      extras_selection: menus[row.menu]?.extras ?? [],
      note: row.hasNote ? NO_NOTE_HERE : null,
      table: row.table ?? null,
      used_at: verdict.code === 'VALID' ? null : (usedAt ?? null),
      party: { size: group.length, inside: group.filter((one) => statusOnPhone(one, log.get(one.hash)) === 'used').length },
    },
  };
}

/** What is on the plate can be read without network, and is marked nowhere. */
function withDishes(code: Admission['code'], facts: AdmissionFacts, view: TicketView): DoorAnswer {
  const answer = withTicket(verdictOf(code, facts), facts, view);
  if (code !== 'VALID' && code !== 'ALREADY_USED') return answer;
  const { ticket } = answer;
  const dishes = servableDishes({ menuSelection: ticket.menu_selection, extrasSelection: ticket.extras_selection });
  return { ...UNMARKED, ticket: { ...ticket, dishes: dishes.map((dish) => ({ ...dish, servedAt: null })) } };
}

function loggedBy({ decision, undoes }: LogEntry, at: string): LoggedTicket | null {
  if (undoes !== undefined) return { at, isFree: true };
  return decision === 'ADMITTED' ? { at, isFree: false } : null;
}

export function fold(log: PhoneLog, entry: LogEntry, at: string): PhoneLog {
  const logged = loggedBy(entry, at);
  return logged === null ? log : new Map(log).set(entry.hash, logged);
}

function statusOnPhone({ status }: ListedTicket, logged: LoggedTicket | undefined): TicketStatus {
  if (status === 'active' && isInside(logged)) return 'used';
  return status === 'used' && logged?.isFree === true ? 'active' : status;
}

function isInside(logged: LoggedTicket | undefined): boolean {
  return logged !== undefined && logged.isFree !== true;
}

function unlogged(answer: DoorAnswer): Answered {
  return { answer, entry: null };
}
