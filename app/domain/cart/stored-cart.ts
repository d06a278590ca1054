import { MAX_NOTE_UNITS, MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import { isRecord } from '../record.ts';
import { type Cart, CART_LIFE_MS, CART_VERSION, type CartDraft, type CartOrder, type CartTicket, MAX_DRAFTS, MAX_IDS, MAX_REMEMBERED } from './cart.ts';
import { parseCartGroup } from './cart-group.ts';
import { parseSeen } from './seen-ticket.ts';
import { parseNeeds, tidyNote } from './ticket-choice.ts';

/* A cart as a browser kept it: of an older build, of another event, or damaged. */

const MAX_ID_LENGTH = 100;
const MAX_FIELD_LENGTH = 320;

export function parseCart(stored: unknown, facts: { eventId: number; now: number }): Cart | null {
  if (!isRecord(stored) || stored['version'] !== CART_VERSION || stored['eventId'] !== facts.eventId) return null;
  const { expiresAt, seed } = stored;
  if (typeof expiresAt !== 'number' || !(expiresAt > facts.now) || expiresAt > facts.now + 2 * CART_LIFE_MS) return null;
  if (typeof seed !== 'string' || !/^[\w-]{16,64}$/.test(seed)) return null;
  if (!Array.isArray(stored['tickets'])) return null;
  const tickets = stored['tickets'].slice(0, MAX_TICKETS_PER_ORDER).map(parseTicket);
  const ids = new Set(tickets.map((ticket) => ticket?.id));
  if (!tickets.every((ticket) => ticket !== null) || ids.size !== tickets.length) return null;
  return {
    version: CART_VERSION,
    eventId: facts.eventId,
    expiresAt,
    seed,
    tickets,
    drafts: parseDrafts(stored['drafts']),
    email: shortText(stored['email']) ?? '',
    name: shortText(stored['name']) ?? '',
    group: parseCartGroup(stored['group']),
    placedOrders: parseList(stored['placedOrders'], parseOrder),
    sentKey: shortText(stored['sentKey']),
    paidOrders: parseList(stored['paidOrders'], shortText),
    settledSeeds: parseList(stored['settledSeeds'], shortText),
  };
}

export function parseStoredCart(text: string | null, facts: { eventId: number; now: number }): Cart | null {
  if (text === null) return null;
  try {
    return parseCart(JSON.parse(text), facts);
  } catch {
    return null;
  }
}

function parseTicket(stored: unknown): CartTicket | null {
  if (!isRecord(stored) || !isRecord(stored['sections'])) return null;
  const { id, note } = stored;
  const options = parseIds(stored['options']);
  const sections = Object.entries(stored['sections']).map(([key, ids]) => [key, parseIds(ids)] as const);
  if (!isId(id) || options === null || typeof note !== 'string' || sections.length > MAX_IDS) return null;
  if (!sections.every((entry): entry is readonly [string, string[]] => isId(entry[0]) && entry[1] !== null)) return null;
  const noteName = shortText(stored['noteName']);
  const soldOut = parseIds(stored['soldOut']);
  const seen = parseSeen(stored['seen']);
  return { id, sections: Object.fromEntries(sections), options, note: tidyNote(note), ...parseNeeds(stored['needs']), ...(noteName !== null && noteName !== '' && { noteName }), ...(soldOut !== null && { soldOut }), ...(seen && { seen }) };
}

function parseDrafts(stored: unknown): CartDraft[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(-MAX_DRAFTS).map(parseDraft).filter((draft) => draft !== null);
}

function parseDraft(stored: unknown): CartDraft | null {
  const ticket = parseTicket(stored);
  if (ticket === null || !isRecord(stored)) return null;
  const { note, quantity } = stored;
  const isCount = typeof quantity === 'number' && Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_TICKETS_PER_ORDER;
  return { ...ticket, note: String(note).slice(0, MAX_NOTE_UNITS), quantity: isCount ? quantity : 1 };
}

function parseOrder(stored: unknown): CartOrder | null {
  if (!isRecord(stored)) return null;
  const orderId = shortText(stored['orderId']);
  const ticketIds = parseIds(stored['ticketIds']);
  const heldUntil = shortText(stored['heldUntil']);
  return orderId === null || ticketIds === null ? null : { orderId, ticketIds, ...(heldUntil !== null && !Number.isNaN(Date.parse(heldUntil)) && { heldUntil }) };
}

function parseList<Entry>(stored: unknown, parse: (entry: unknown) => Entry | null): Entry[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(-MAX_REMEMBERED).map(parse).filter((entry) => entry !== null);
}

function parseIds(stored: unknown): string[] | null {
  return Array.isArray(stored) && stored.length <= MAX_IDS && stored.every(isId) ? stored : null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH;
}

function shortText(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_FIELD_LENGTH ? value : null;
}
