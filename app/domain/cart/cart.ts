import type { ComposedTicket, Menu, MenuDish } from '../event/menu.ts';
import { type Cents, cents, NOTHING } from '../money.ts';
import { MAX_TICKETS_PER_ORDER } from '../order/status.ts';
import { type PricedTicket, priceTickets } from '../order/ticket-prices.ts';
import type { Role } from '../people/roles.ts';
import type { ChosenGroup } from './cart-group.ts';
import { type CartPrices, categoryOf, type NextTicketQuota, quotaLeftFor } from './cart-prices.ts';
import { removedNames, type SeenTicket, seenTicket } from './seen-ticket.ts';
import { dishesOf, type TicketDraft, draftTicket, fitToMenu, placesLeft, type TicketChoice } from './ticket-choice.ts';

/** Ids, and what was shown of them; times in epoch milliseconds. Changes are functions from cart to cart, so that two tabs add to each other. */
export interface Cart {
  version: typeof CART_VERSION;
  eventId: number;
  expiresAt: number;
  seed: string;
  tickets: readonly CartTicket[];
  drafts: readonly CartDraft[];
  email: string;
  name: string;
  group: ChosenGroup | null;
  placedOrders: readonly CartOrder[];
  /** Its answer may have been lost, so the same order is asked for again with it. */
  sentKey: string | null;
  paidOrders: readonly string[];
  /** The seeds before each payment, which old navigation state must not bring back. */
  settledSeeds: readonly string[];
}

export interface CartOrder {
  orderId: string;
  ticketIds: readonly string[];
  /** RFC 3339; absent once nothing is due, and in carts of an older build. */
  heldUntil?: string;
}

export interface CartTicket extends TicketChoice {
  id: string;
  soldOut?: readonly string[];
  seen?: SeenTicket;
}

export interface CartDraft extends CartTicket {
  quantity: number;
}

export const NEW_TICKET = 'new';

export const CART_VERSION = 1;
export const CART_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
export const MAX_IDS = 200;
export const MAX_REMEMBERED = 10;
export const MAX_DRAFTS = MAX_TICKETS_PER_ORDER + 1;

export function emptyCart(facts: { eventId: number; seed: string; now: number }): Cart {
  return {
    version: CART_VERSION,
    eventId: facts.eventId,
    expiresAt: facts.now + CART_LIFE_MS,
    seed: facts.seed,
    tickets: [],
    drafts: [],
    email: '',
    name: '',
    group: null,
    placedOrders: [],
    sentKey: null,
    paidOrders: [],
    settledSeeds: [],
  };
}

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

export function addTicket(cart: Cart, ticket: CartTicket): Cart {
  return isCartFull(cart) ? cart : withTickets(cart, [...cart.tickets, ticket]);
}

export function addTickets(cart: Cart, tickets: readonly CartTicket[]): Cart {
  return tickets.reduce(addTicket, cart);
}

export function insertTicket(cart: Cart, ticket: CartTicket, at: number): Cart {
  if (isCartFull(cart) || cart.tickets.some((other) => other.id === ticket.id)) return cart;
  return withTickets(cart, cart.tickets.toSpliced(at, 0, ticket));
}

/** A ticket that another tab removed meanwhile is added anew. */
export function changeTicket(cart: Cart, ticket: CartTicket): Cart {
  if (!cart.tickets.some((other) => other.id === ticket.id)) return addTicket(cart, ticket);
  return withTickets(
    cart,
    cart.tickets.map((other) => (other.id === ticket.id ? ticket : other)),
  );
}

export function removeTicket(cart: Cart, ticketId: string): Cart {
  return withTickets(
    discardDraft(cart, ticketId),
    cart.tickets.filter((ticket) => ticket.id !== ticketId),
  );
}

export function saveDraft(cart: Cart, draft: CartDraft): Cart {
  return { ...cart, drafts: [...discardDraft(cart, draft.id).drafts, draft].slice(-MAX_DRAFTS) };
}

export function discardDraft(cart: Cart, id: string): Cart {
  return { ...cart, drafts: cart.drafts.filter((draft) => draft.id !== id) };
}

export function acceptPrices(cart: Cart, menu: Menu, role: Role, prices: CartPrices | null = null): Cart {
  return withTickets(
    cart,
    cart.tickets.map((ticket) => {
      const { names: _names, ...seen } = seenTicket(menu, ticket, role, prices);
      return { ...ticket, seen: { names: ticket.seen?.names ?? {}, ...seen } };
    }),
  );
}

/** A ticket chosen anew may be part of the same order, so the ids add up. */
export function rememberOrder(cart: Cart, placed: CartOrder): Cart {
  const known = cart.placedOrders.find((order) => order.orderId === placed.orderId);
  const ticketIds = [...new Set([...(known?.ticketIds ?? []), ...placed.ticketIds])].slice(-MAX_IDS);
  const others = cart.placedOrders.filter((order) => order !== known);
  return { ...cart, placedOrders: [...others, { ...placed, ticketIds }].slice(-MAX_REMEMBERED) };
}

export function ordersInCart(cart: Cart): string[] {
  const sells = (order: CartOrder): boolean => cart.tickets.some((ticket) => order.ticketIds.includes(ticket.id));
  return cart.placedOrders.filter(sells).map((order) => order.orderId);
}

/** What was added meanwhile stays. The new seed keeps an equal cart from being taken for the order just paid. */
export function settleCart(cart: Cart, paid: { orderId: string; seed: string }): Cart {
  const sold = cart.placedOrders.find((order) => order.orderId === paid.orderId);
  if (sold === undefined) return cart;
  return {
    ...cart,
    tickets: cart.tickets.filter((ticket) => !sold.ticketIds.includes(ticket.id)),
    drafts: [],
    group: null,
    seed: paid.seed,
    placedOrders: cart.placedOrders.filter((order) => order !== sold),
    sentKey: null,
    paidOrders: [...cart.paidOrders, paid.orderId].slice(-MAX_REMEMBERED),
    settledSeeds: [...cart.settledSeeds, cart.seed].slice(-MAX_REMEMBERED),
  };
}

export function reseedCart(cart: Cart, seed: string): Cart {
  return { ...cart, seed, sentKey: null };
}

export interface CheckedTicket extends TicketDraft {
  ticket: PricedTicket;
  id: string;
  choice: TicketChoice;
  dropped: number;
  droppedNames: readonly string[];
  soldOut: readonly MenuDish[];
  seen: SeenTicket | undefined;
}

export interface CheckedCart {
  tickets: readonly CheckedTicket[];
  total: Cents;
  seenTotal: Cents;
  /** Already taken off the total. */
  discount: Cents;
  /** False while a ticket lost or lacks something: the buyer decides. */
  ready: boolean;
}

export function checkCart(cart: Cart, menu: Menu, role: Role, prices: CartPrices | null = null): CheckedCart {
  const held = new Set(cart.placedOrders.flatMap(({ ticketIds }) => ticketIds));
  const taken = new Map<string, number>();
  const drafts = cart.tickets.map((ticket) => {
    const { choice, dropped } = fitToMenu(ticket, menu);
    const chosen = dishesOf(menu, choice);
    const isLacking = (dish: MenuDish): boolean => ticket.soldOut?.includes(dish.id) === true || (!held.has(ticket.id) && (placesLeft(dish, taken) ?? 1) <= 0);
    const soldOut = chosen.filter(isLacking);
    if (!held.has(ticket.id)) for (const { id } of chosen) taken.set(id, (taken.get(id) ?? 0) + 1);
    const { seen } = ticket;
    return { id: ticket.id, choice, dropped, droppedNames: removedNames(ticket, menu, seen), soldOut, seen, ...draftTicket(menu, choice, role) };
  });
  const own = drafts.map(({ ticket }) => ticket);
  const at = (other: Menu, as: Role): ComposedTicket[] => drafts.map(({ choice }) => draftTicket(other, choice, as).ticket);
  const voucher = prices?.voucher ?? null;
  const asPublic = prices === null ? own : at(prices.publicMenu, 'public');
  const category = categoryOf(prices);
  const asCategory = category === null ? asPublic : at(category.menu, category.role);
  const terms = { quotaLeft: quotaLeftFor(prices?.quota ?? null, ordersInCart(cart)), voucher: voucher?.terms ?? null };
  const priced = priceTickets(own, { asPublic, asCategory, ...terms });
  const tickets = drafts.map((draft, index) => ({ ...draft, ticket: priced.tickets[index] ?? { ...draft.ticket, discount: NOTHING, pricedAs: null } }));
  const seen = drafts.map((one) => (isSound(one) && one.seen !== undefined ? { ...one.ticket, price: cents(one.seen.price) } : one.ticket));
  const seenAs = (others: readonly ComposedTicket[], which: Role): ComposedTicket[] =>
    seen.map((ticket, index) => {
      const [draft, other] = [drafts[index], others[index]];
      const price = draft !== undefined && isSound(draft) ? draft.seen?.others?.[which] : undefined;
      if (other !== undefined && price !== undefined) return { ...other, price };
      return other === undefined || other.price === own[index]?.price ? ticket : other;
    });
  const { total: seenTotal } = priceTickets(seen, { asPublic: seenAs(asPublic, 'public'), asCategory: seenAs(asCategory, category?.role ?? 'public'), ...terms });
  return { tickets, total: priced.total, seenTotal, discount: priced.discount, ready: tickets.length > 0 && tickets.every(isSound) };
}

/** What one more ticket costs: a quota that the other tickets fill leaves it the public price. `null`: no quota binds. */
export function quotaForNext(cart: Cart, { tickets }: Pick<CheckedCart, 'tickets'>, prices: CartPrices | null, ticketId: string): NextTicketQuota | null {
  const left = quotaLeftFor(prices?.quota ?? null, ordersInCart(cart));
  if (prices === null || left === null) return null;
  const others = tickets.filter(({ id, ticket }) => id !== ticketId && ticket.pricedAs === null).length;
  return { left: Math.max(0, left - others), publicMenu: prices.publicMenu };
}

export function isSound(checked: Pick<CheckedTicket, 'dropped' | 'soldOut' | 'problem'>): boolean {
  return checked.dropped === 0 && checked.soldOut.length === 0 && checked.problem === null;
}

export function ticketsWithoutHold({ tickets, placedOrders }: Cart): number {
  const held = new Set(placedOrders.flatMap(({ ticketIds }) => ticketIds));
  return tickets.filter(({ id }) => !held.has(id)).length;
}

export function dishesTaken(cart: Cart, exceptTicketId: string | null): ReadonlyMap<string, number> {
  const held = new Set(cart.placedOrders.flatMap(({ ticketIds }) => ticketIds));
  const others = cart.tickets.filter(({ id }) => id !== exceptTicketId && !held.has(id));
  const taken = new Map<string, number>();
  for (const id of others.flatMap(({ sections }) => Object.values(sections).flat())) taken.set(id, (taken.get(id) ?? 0) + 1);
  return taken;
}

function withTickets(cart: Cart, tickets: readonly CartTicket[]): Cart {
  return { ...cart, tickets };
}
