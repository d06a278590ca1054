import type { OrderStatus, TicketStatus } from '../order/status.ts';
import type { Role } from '../people/roles.ts';
import type { AdmissionCode } from './admission.ts';

export interface ListedTicket {
  /** Half of a sha-256 of the id, hexadecimal. */
  hash: string;
  /** The same of its number. */
  number: string;
  status: TicketStatus;
  orderStatus: OrderStatus;
  suspended: boolean;
  outside: boolean;
  userType: Role;
  /** Index in `menus`. */
  menu: number;
  /** The same of all tickets of an order. */
  party: string;
  usedAt: string | null;
  hasNote: boolean;
}

/** An event's tickets, as a phone holds them. */
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

/** Of the event at this door, and of the day's other events. */
export interface PhoneLists {
  own: FetchedList;
  others: readonly FetchedList[];
}

/** What a phone decided, until it is handed in. */
export interface LogEntry {
  hash: string;
  nonce: string;
  decision: AdmissionCode;
  /** `asOf` of the list that it was decided by. */
  listAsOf: string;
  /** The nonce of the admission that it undoes. */
  undoes?: string;
}

/** What this phone did to a ticket since its list was made. */
export interface LoggedTicket {
  at: string;
  /** The admission was undone, or whoever came in went out again. */
  isFree?: boolean;
}

/** By the ticket's hash. */
export type PhoneLog = ReadonlyMap<string, LoggedTicket>;

/** What an entry leaves of its ticket; null where it changes nothing. */
export function loggedBy({ decision, undoes }: Pick<LogEntry, 'decision' | 'undoes'>, at: string): LoggedTicket | null {
  if (undoes !== undefined) return { at, isFree: true };
  return decision === 'ADMITTED' ? { at, isFree: false } : null;
}

export function fold(log: PhoneLog, entry: LogEntry, at: string): PhoneLog {
  const logged = loggedBy(entry, at);
  return logged === null ? log : new Map(log).set(entry.hash, logged);
}

export function statusOnPhone({ status }: ListedTicket, logged: LoggedTicket | undefined): TicketStatus {
  if (status === 'active' && isInside(logged)) return 'used';
  return status === 'used' && logged?.isFree === true ? 'active' : status;
}

export function isInside(logged: LoggedTicket | undefined): boolean {
  return logged !== undefined && logged.isFree !== true;
}

export function listAgeText(ageMs: number | null): string {
  if (ageMs === null) return "d'edat desconeguda";
  const minutes = Math.max(0, Math.floor(ageMs / 60_000));
  if (minutes < 1) return "de fa menys d'un minut";
  if (minutes < 60) return `de fa ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `de fa ${hours} h` : `de fa ${Math.floor(hours / 24)} dies`;
}
