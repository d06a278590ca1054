/**
 * What must be true, known from acknowledged answers alone and written from the specification, not from the product: who holds which
 * valid ticket, who paid what, who owes whom, how many dishes are to be cooked, who was let in. Amounts in cents.
 */
export type PaymentMethod = 'card' | 'cash' | 'terminal' | 'bizum' | 'house' | 'nothing';

export interface ModelDish {
  id: string;
  name: string;
  prices: Record<PriceCategory, number>;
  places: number | null;
}

export type PriceCategory = 'public' | 'socio' | 'comision';

/** At which all of them begin, whatever day they are moved to. */
export const START_HOUR = '21:30';

/** Of the event's day, by which dishes are settled. */
export const KITCHEN_HOUR = '12:00';

export interface ModelEvent {
  id: number;
  title: string;
  /** YYYY-MM-DD in Madrid. */
  date: string;
  visibility: PriceCategory;
  maxTickets: number | null;
  sectionId: string;
  dishes: ModelDish[];
  hasKitchenService: boolean;
  /** HH:MM on the day before. */
  reminderAt: string;
  hasGroups: boolean;
  /** After it dishes stay, and orders stay in their colla or without one; null: only the sale ends. */
  kitchenDeadline: Date | null;
  /** How many tickets an account buys at its reduced price; null: any number. */
  memberQuota: number | null;
  /** Its day was another one once. */
  isMoved: boolean;
  /** YYYY-MM-DD until which whoever had bought by `changedAt` keeps or gives back. */
  chooseUntil: string | null;
  changedAt: Date | null;
  state: 'open' | 'withdrawn' | 'archived';
}

/** What a code takes off, or opens. */
export interface ModelVoucher {
  id: string;
  code: string;
  kind: 'percent' | 'amount' | 'category' | 'free' | 'unlock';
  /** Of a hundred, or cents. */
  value: number;
  per: 'order' | 'ticket' | null;
  category: PriceCategory | null;
  /** None: every event. */
  eventIds: readonly number[];
  uses: number;
  perMailbox: number | null;
  ticketLimit: number | null;
  combines: boolean;
  isEnded: boolean;
}

export interface ModelTicket {
  /** Of the QR; another one once somebody has taken the ticket. */
  id: string;
  number: string;
  dishId: string;
  price: number;
  /** Of its dish, before what a code took off. */
  dishPrice: number;
  /** `over`: its event was called off, or its buyer gave it back. */
  state: 'valid' | 'used' | 'refunded' | 'cancelled' | 'over';
  isServed: boolean;
  /** Of codes that let nobody in any more: it was given away, or taken back. */
  oldIds: string[];
}

export interface ModelOrder {
  id: string;
  number: string;
  eventId: number;
  email: string | null;
  /** Whose it is: the address of an account, where its quota counts; null: bought by nobody known. */
  buyer: string | null;
  category: PriceCategory;
  means: PaymentMethod;
  voucherId: string | null;
  groupCode: string | null;
  /** By ticket: sold at the reduced price of its buyer's quota. */
  isReduced: readonly boolean[];
  orderedAt: Date;
  /** When somebody was told that it is paid. */
  paidReportedAt: Date | null;
  total: number;
  /** `pending`: held, not paid. `ended`: never paid. */
  state: 'pending' | 'paid' | 'ended' | 'refunded' | 'cancelled';
  /** Until when the places are held, while pending. */
  heldUntil: Date | null;
  quantity: number;
  dishIds: readonly string[];
  /** Of each dish, when it was ordered. */
  prices: readonly number[];
  dishPrices: readonly number[];
  tickets: ModelTicket[];
  /** What the buyer has paid, and what went back the same way; by hand where it was paid by hand. */
  paid: number;
  back: number;
  /** What dishes of another price brought into drawers, or took out of them. */
  adjusted: number;
  /** Of an order by card: what went back in person. */
  backByHand: number;
  /** Its buyer gave the tickets back after a change of plans. */
  isGivenBack: boolean;
  /** Or said that they keep them: said again, that is answered however late. */
  isKeepChosen: boolean;
  paymentPath: string | null;
  /** Where the person's money went meanwhile that the product can't know yet. */
  isPaidAtBank: boolean;
  /** Its address was corrected: its tickets are mailed once more. */
  isCorrected: boolean;
}

export interface ModelDrawer {
  id: string;
  name: string;
  state: 'open' | 'closed';
  cash: number;
  terminal: number;
  bizum: number;
  /** What was counted when it was closed, and what an admin corrected that to. */
  counted: Takings | null;
  corrected: Takings | null;
}

export interface Takings {
  cash: number;
  terminal: number;
  bizum: number;
}

export interface Model {
  events: Map<number, ModelEvent>;
  orders: Map<string, ModelOrder>;
  drawers: Map<string, ModelDrawer>;
  vouchers: Map<string, ModelVoucher>;
  /** Colles: by their code, the event. */
  groups: Map<string, number>;
  /** Whom an admin put at which door, from 20:00 to 23:30. */
  shifts: { eventId: number; email: string }[];
}

export const emptyModel = (): Model => ({ events: new Map(), orders: new Map(), drawers: new Map(), vouchers: new Map(), groups: new Map(), shifts: [] });

/** What can still go back of an order: by card at most what came by card, the rest in person. */
export function leftOf({ means, paid, back, adjusted, backByHand }: ModelOrder): { byCard: number; byHand: number } {
  const left = Math.max(0, paid + adjusted - back - backByHand);
  const byCard = means === 'card' ? Math.min(left, Math.max(0, paid - back)) : 0;
  return { byCard, byHand: left - byCard };
}

/** Once nothing is left of its money, nor of its valid tickets, an order is refunded; one that cost nothing is ended with its last ticket. */
export function endIfOver(order: ModelOrder): void {
  const isEmpty = order.tickets.every(({ state }) => state !== 'valid' && state !== 'used');
  if (order.means === 'house' || order.means === 'nothing') {
    if (isEmpty) order.state = 'cancelled';
    return;
  }
  const { byCard, byHand } = leftOf(order);
  if (byCard + byHand === 0 && order.tickets.every(({ state }) => state !== 'valid')) order.state = 'refunded';
}

/** What may be given back after a change of plans: nobody came in with it, nor ate. */
export const isUnused = ({ state, isServed }: ModelTicket): boolean => state === 'valid' && !isServed;

export const costOf = (tickets: readonly ModelTicket[]): number => tickets.reduce((sum, { price }) => sum + price, 0);

/** Owed in person: of a withdrawn event, or of tickets that were given back or refunded, where the card can't take it. */
export function owedOf(model: Model, order: ModelOrder): number {
  if (order.means === 'house' || order.means === 'nothing') return 0;
  const { byCard, byHand } = leftOf(order);
  if (model.events.get(order.eventId)!.state === 'withdrawn') return byHand;
  if (!order.isGivenBack) return order.means === 'card' ? owedBesideCard(order) : 0;
  const ended = order.tickets.filter((ticket) => ticket.state === 'refunded' || ticket.state === 'over' || isUnused(ticket));
  return Math.max(0, Math.min(byHand, costOf(ended) - order.back - order.backByHand - byCard));
}

/** An order paid by card: all of it once its tickets are over and the card has nothing left, else what they cost and no refund has given. */
function owedBesideCard(order: ModelOrder): number {
  const { byCard, byHand } = leftOf(order);
  if (byCard === 0 && order.tickets.every(({ state }) => state !== 'valid' && state !== 'used')) return byHand;
  const refunded = order.tickets.filter(({ state }) => state === 'refunded');
  return Math.max(0, Math.min(byHand, costOf(refunded) - order.back - order.backByHand));
}

export const ordersOf = (model: Model, eventId: number): ModelOrder[] => [...model.orders.values()].filter((order) => order.eventId === eventId);

/** Who was let in stays, whatever became of the order afterwards. */
export const holdersOf = (orders: readonly ModelOrder[]): ModelTicket[] =>
  orders.flatMap(({ state, isGivenBack, tickets }) => tickets.filter((ticket) => ticket.state === 'used' || (ticket.state === 'valid' && state === 'paid' && !(isGivenBack && isUnused(ticket)))));

/** Sold or held. */
export function placesOf(model: Model, eventId: number): number {
  const orders = ordersOf(model, eventId);
  return holdersOf(orders).length + orders.filter(({ state }) => state === 'pending').reduce((sum, { quantity }) => sum + quantity, 0);
}

/** How many portions of each dish the kitchen cooks. */
export function portionsOf(model: Model, eventId: number): Map<string, number> {
  const portions = new Map<string, number>();
  for (const { dishId } of holdersOf(ordersOf(model, eventId))) portions.set(dishId, (portions.get(dishId) ?? 0) + 1);
  return portions;
}

/** A question asked later by so much may meet another process, with a clock of its own. */
const REQUESTED_WITHIN_MS = 5 * 60_000;

/** Whether colles of this event may still be joined and left, by whichever process is asked. */
export const hasOpenGroups = ({ hasGroups, kitchenDeadline }: ModelEvent, now: Date): boolean => hasGroups && (kitchenDeadline === null || now.getTime() + REQUESTED_WITHIN_MS < kitchenDeadline.getTime());
