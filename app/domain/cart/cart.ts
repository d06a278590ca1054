import type { Menu, MenuDish } from '../event/menu.ts';
import { type Cents, sumCents } from '../money.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import type { Role } from '../people/roles.ts';
import { isRecord } from '../record.ts';
import { dishesOf, type Draft, draftTicket, fitToMenu, placesLeft, type TicketChoice, tidyNote } from './ticket-choice.ts';

/**
 * The cart of one event, as a browser keeps it. It holds ids, never names or prices; times are epoch milliseconds.
 * Every change is a function from cart to cart, so that two tabs can each apply theirs to what is stored now.
 */
export interface Cart {
  version: typeof CART_VERSION;
  eventId: number;
  expiresAt: number;
  /** Random, made with the cart: what the order's idempotency keys grow from. */
  seed: string;
  tickets: readonly CartTicket[];
  email: string;
  name: string;
  /** The orders that tickets of this cart became, the newest last. A ticket stays in the cart until its order is paid. */
  placedOrders: readonly CartOrder[];
  /** The last key an order was sent with: the answer may have been lost, so the same order is asked for again. */
  sentKey: string | null;
  /** The orders of this cart that were paid, the newest last. */
  paidOrders: readonly string[];
  /** The seeds this cart had before each payment, the newest last: old navigation state must not bring them back. */
  settledSeeds: readonly string[];
}

/** Which tickets of the cart an order sells, by their ids in the cart. */
export interface CartOrder {
  orderId: string;
  ticketIds: readonly string[];
}

export interface CartTicket extends TicketChoice {
  id: string;
  /** The dishes that were refused because they ran out; choosing anew forgets them. */
  soldOut?: readonly string[];
}

export const CART_VERSION = 1;
export const CART_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_ID_LENGTH = 100;
const MAX_IDS = 200;
const MAX_FIELD_LENGTH = 320;
/** Orders and seeds remembered: more than anybody has open at once. */
const MAX_REMEMBERED = 10;

export function emptyCart(facts: { eventId: number; seed: string; now: number }): Cart {
  return {
    version: CART_VERSION,
    eventId: facts.eventId,
    expiresAt: facts.now + CART_LIFE_MS,
    seed: facts.seed,
    tickets: [],
    email: '',
    name: '',
    placedOrders: [],
    sentKey: null,
    paidOrders: [],
    settledSeeds: [],
  };
}

/** Marks the dishes that an order was refused for, each with its ticket. */
export function markSoldOut(cart: Cart, refused: readonly { ticketId: string; itemId: string }[]): Cart {
  const idsOf = (ticketId: string): string[] => refused.filter((one) => one.ticketId === ticketId).map(({ itemId }) => itemId);
  return withTickets(
    cart,
    cart.tickets.map((ticket) => (idsOf(ticket.id).length === 0 ? ticket : { ...ticket, soldOut: idsOf(ticket.id) })),
  );
}

export function isCartFull(cart: Cart): boolean {
  return cart.tickets.length >= MAX_TICKETS_PER_ORDER;
}

/** Adds a ticket at the end; a full cart stays as it is. */
export function addTicket(cart: Cart, ticket: CartTicket): Cart {
  return isCartFull(cart) ? cart : withTickets(cart, [...cart.tickets, ticket]);
}

/** Puts a ticket back where it was (the undo of a removal). */
export function insertTicket(cart: Cart, ticket: CartTicket, at: number): Cart {
  if (isCartFull(cart) || cart.tickets.some((other) => other.id === ticket.id)) return cart;
  return withTickets(cart, cart.tickets.toSpliced(at, 0, ticket));
}

/** Changes a ticket; when another tab removed it meanwhile, what was just chosen is kept as a new one. */
export function changeTicket(cart: Cart, ticket: CartTicket): Cart {
  if (!cart.tickets.some((other) => other.id === ticket.id)) return addTicket(cart, ticket);
  return withTickets(
    cart,
    cart.tickets.map((other) => (other.id === ticket.id ? ticket : other)),
  );
}

export function removeTicket(cart: Cart, ticketId: string): Cart {
  return withTickets(
    cart,
    cart.tickets.filter((ticket) => ticket.id !== ticketId),
  );
}

/**
 * Remembers which tickets an order sells. The same order asked for again adds to them: a ticket taken out and chosen anew
 * is the same words, hence the same order.
 */
export function rememberOrder(cart: Cart, placed: CartOrder): Cart {
  const known = cart.placedOrders.find((order) => order.orderId === placed.orderId);
  const ticketIds = [...new Set([...(known?.ticketIds ?? []), ...placed.ticketIds])].slice(-MAX_IDS);
  const others = cart.placedOrders.filter((order) => order !== known);
  return { ...cart, placedOrders: [...others, { orderId: placed.orderId, ticketIds }].slice(-MAX_REMEMBERED) };
}

/** The orders that tickets still in the cart became, the newest last: each may have been paid since. */
export function ordersInCart(cart: Cart): string[] {
  const sells = (order: CartOrder): boolean => cart.tickets.some((ticket) => order.ticketIds.includes(ticket.id));
  return cart.placedOrders.filter(sells).map((order) => order.orderId);
}

/**
 * After the payment: what was sold leaves, what was added meanwhile stays, and the buyer's address too. The new seed keeps
 * an equal cart from being taken for the order just paid. An order that sells nothing of this cart changes nothing.
 */
export function settleCart(cart: Cart, paid: { orderId: string; seed: string }): Cart {
  const sold = cart.placedOrders.find((order) => order.orderId === paid.orderId);
  if (sold === undefined) return cart;
  return {
    ...cart,
    tickets: cart.tickets.filter((ticket) => !sold.ticketIds.includes(ticket.id)),
    seed: paid.seed,
    placedOrders: cart.placedOrders.filter((order) => order !== sold),
    sentKey: null,
    paidOrders: [...cart.paidOrders, paid.orderId].slice(-MAX_REMEMBERED),
    settledSeeds: [...cart.settledSeeds, cart.seed].slice(-MAX_REMEMBERED),
  };
}

/** After an order that came to nothing (cancelled, key already used): the next one is a new order. */
export function reseedCart(cart: Cart, seed: string): Cart {
  return { ...cart, seed, sentKey: null };
}

/** A ticket of the cart beside the event's present menu. */
export interface CheckedTicket extends Draft {
  id: string;
  /** The choice as far as it is still on offer. */
  choice: TicketChoice;
  /** How many of its parts are no longer on offer. */
  dropped: number;
  /** Dishes of it that ran out. */
  soldOut: readonly MenuDish[];
}

export interface CheckedCart {
  tickets: readonly CheckedTicket[];
  total: Cents;
  /** False while a ticket lost something or lacks something: the buyer decides, nothing is dropped silently. */
  ready: boolean;
}

export function checkCart(cart: Cart, menu: Menu, role: Role): CheckedCart {
  // What an order of this cart holds has its places already.
  const held = new Set(cart.placedOrders.flatMap(({ ticketIds }) => ticketIds));
  const taken = new Map<string, number>();
  const tickets = cart.tickets.map((ticket): CheckedTicket => {
    const { choice, dropped } = fitToMenu(ticket, menu);
    const chosen = dishesOf(menu, choice);
    const isLacking = (dish: MenuDish): boolean => ticket.soldOut?.includes(dish.id) === true || (!held.has(ticket.id) && (placesLeft(dish, taken) ?? 1) <= 0);
    const soldOut = chosen.filter(isLacking);
    if (!held.has(ticket.id)) for (const { id } of chosen) taken.set(id, (taken.get(id) ?? 0) + 1);
    return { id: ticket.id, choice, dropped, soldOut, ...draftTicket(menu, choice, role) };
  });
  const total = sumCents(tickets.map(({ ticket }) => ticket.price));
  return { tickets, total, ready: tickets.length > 0 && tickets.every(isSound) };
}

export function isSound(checked: CheckedTicket): boolean {
  return checked.dropped === 0 && checked.soldOut.length === 0 && checked.problem === null;
}

/** The dishes that the other tickets of a cart take and nobody holds for them yet. */
export function dishesTaken(cart: Cart, exceptTicketId: string | null): ReadonlyMap<string, number> {
  const held = new Set(cart.placedOrders.flatMap(({ ticketIds }) => ticketIds));
  const others = cart.tickets.filter(({ id }) => id !== exceptTicketId && !held.has(id));
  const taken = new Map<string, number>();
  for (const id of others.flatMap(({ sections }) => Object.values(sections).flat())) taken.set(id, (taken.get(id) ?? 0) + 1);
  return taken;
}

/**
 * The idempotency key of an order: the same cart sent with the same words gives the same key in every tab, after a
 * reload and after a lost answer; other words give another. 53 bits of a fast hash tell the bodies of one seed apart.
 */
export function orderKey(seed: string, body: string): string {
  return `${seed}-${hash53(body).toString(36)}`;
}

/** Reads what storage or navigation state holds. Anything old, expired, foreign or malformed is no cart. */
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
    email: shortText(stored['email']) ?? '',
    name: shortText(stored['name']) ?? '',
    placedOrders: parseList(stored['placedOrders'], parseOrder),
    sentKey: shortText(stored['sentKey']),
    paidOrders: parseList(stored['paidOrders'], shortText),
    settledSeeds: parseList(stored['settledSeeds'], shortText),
  };
}

/** As `parseCart`, from the text of a storage entry. */
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
  const soldOut = parseIds(stored['soldOut']);
  return { id, sections: Object.fromEntries(sections), options, note: tidyNote(note), ...(soldOut !== null && { soldOut }) };
}

function parseOrder(stored: unknown): CartOrder | null {
  if (!isRecord(stored)) return null;
  const orderId = shortText(stored['orderId']);
  const ticketIds = parseIds(stored['ticketIds']);
  return orderId === null || ticketIds === null ? null : { orderId, ticketIds };
}

/** What can be read of a list; the cart does not depend on the rest. */
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

function withTickets(cart: Cart, tickets: readonly CartTicket[]): Cart {
  return { ...cart, tickets };
}

/** cyrb53 (public domain): two 32-bit multiplicative hashes folded into the 53 bits a number holds exactly. */
function hash53(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
