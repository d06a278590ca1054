import { isRecord } from '../record.ts';

/** Spec §7: a ticket's id, JSON that names it, or its number. */
export type ScannedText =
  | { kind: 'ticket'; ticketId: string | null; ticketNumber: string | null; eventId: number | null }
  | { kind: 'bad_json' }
  | { kind: 'unknown' };

const TICKET_ID = /^[A-Z2-7]{26}$/;
const TICKET_NUMBER = /^ORD-[A-Z0-9-]{1,60}$/;
const MAX_LENGTH = 2_000;

export function readScannedText(text: string): ScannedText {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return { kind: 'unknown' };
  if (trimmed.startsWith('{')) return readJson(trimmed);
  return readPart(trimmed) ?? { kind: 'unknown' };
}

function readPart(text: string): Extract<ScannedText, { kind: 'ticket' }> | null {
  const upper = text.toUpperCase();
  if (TICKET_ID.test(upper)) return { kind: 'ticket', ticketId: upper, ticketNumber: null, eventId: null };
  return TICKET_NUMBER.test(upper) ? { kind: 'ticket', ticketId: null, ticketNumber: upper, eventId: null } : null;
}

function readJson(text: string): ScannedText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'bad_json' };
  }
  if (!isRecord(value)) return { kind: 'bad_json' };
  const { ticketId, ticketNumber, eventId } = value;
  const id = ticketId === undefined ? null : typeof ticketId === 'string' ? (readPart(ticketId.trim())?.ticketId ?? undefined) : undefined;
  const number = ticketNumber === undefined ? null : typeof ticketNumber === 'string' ? (readPart(ticketNumber.trim())?.ticketNumber ?? undefined) : undefined;
  const event = eventId === undefined ? null : readEventId(eventId);
  if (id === undefined || number === undefined || event === undefined || (id === null && number === null)) return { kind: 'bad_json' };
  return { kind: 'ticket', ticketId: id, ticketNumber: number, eventId: event };
}

function readEventId(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
