import type { NeedCode } from '../food/needs.ts';
import type { Role } from '../people/roles.ts';
import type { ServableDish } from './serving.ts';
import { UNMARKED, type Verdict } from './verdict.ts';

export interface DoorDish extends ServableDish {
  servedAt: string | null;
}

export interface DoorTicket {
  id: string;
  ticketNumber: string;
  eventTitle: string;
  eventDate: string;
  eventTime: string;
  userType: Role;
  menu_selection: unknown;
  extras_selection: unknown;
  note: string | null;
  /** 'Taula 7' or 'Sense taula'; null while no tables are published. */
  table: string | null;
  used_at: string | null;
  /** The order's tickets that may enter or have entered. */
  party: { size: number; inside: number };
  dishes?: DoorDish[] | undefined;
  /** For whoever serves, with the ticket just scanned, and nowhere else. */
  needs?: { codes: NeedCode[]; other: string | null } | null | undefined;
}

export interface DoorAnswer extends Verdict {
  ticket?: DoorTicket | undefined;
}

export interface GroupAnswer {
  success: boolean;
  admitted: number;
  results: (DoorAnswer & { ticketId: string })[];
}

export function groupAnswer(results: GroupAnswer['results']): GroupAnswer {
  const admitted = results.filter(({ success }) => success).length;
  return { success: admitted === results.length, admitted, results };
}

export function groupNonce(nonce: string, ticketId: string): string {
  return `${nonce}:${ticketId}`;
}

export function groupVerdict({ admitted, results }: GroupAnswer): DoorAnswer | null {
  const refused = results.find(({ success }) => !success);
  if (refused !== undefined) return { ...refused, message: `Han entrat ${admitted} de ${results.length}: ${refused.message}` };
  const last = results.at(-1);
  return last === undefined ? null : { ...last, message: `Endavant: han entrat ${admitted}` };
}

export function undoneText({ success, message }: Verdict, scans: number): string {
  return success && scans > 1 ? `Desfetes ${scans} entrades` : message;
}

export function unmarked(answer: DoorAnswer): DoorAnswer {
  return { ...answer, success: false, message: UNMARKED.message };
}
