/**
 * What must be true, known from acknowledged answers alone and written from the specification, not from the product: who holds which
 * valid ticket, who paid what, who owes whom, how many dishes are to be cooked, who was let in. Amounts in cents.
 */
export type Means = 'card' | 'cash' | 'terminal' | 'bizum' | 'house' | 'nothing';

export interface ModelDish {
  id: string;
  name: string;
  prices: Record<PriceCategory, number>;
  places: number | null;
}

export type PriceCategory = 'public' | 'socio' | 'comision';

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
  state: 'open' | 'withdrawn' | 'archived';
}

export interface ModelTicket {
  /** Of the QR; another one once somebody has taken the ticket. */
  id: string;
  number: string;
  dishId: string;
  price: number;
  state: 'valid' | 'used' | 'refunded' | 'cancelled';
  isServed: boolean;
  /** Of codes that let nobody in any more: it was given away, or taken back. */
  oldIds: string[];
}

export interface ModelOrder {
  id: string;
  number: string;
  eventId: number;
  email: string | null;
  category: PriceCategory;
  means: Means;
  total: number;
  /** `pending`: held, not paid. `ended`: never paid. */
  state: 'pending' | 'paid' | 'ended' | 'refunded' | 'cancelled';
  /** Until when the places are held, while pending. */
  heldUntil: Date | null;
  quantity: number;
  dishIds: readonly string[];
  /** Of each dish, when it was ordered. */
  prices: readonly number[];
  tickets: ModelTicket[];
  /** What the buyer has paid, and what is to go back to them. */
  paid: number;
  back: number;
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
}

export interface Model {
  events: Map<number, ModelEvent>;
  orders: Map<string, ModelOrder>;
  drawers: Map<string, ModelDrawer>;
  /** Of orders whose answer never came and that nobody asked about again: they may exist, and must never be paid. */
  abandonedKeys: number;
}

export const emptyModel = (): Model => ({ events: new Map(), orders: new Map(), drawers: new Map(), abandonedKeys: 0 });

export const ordersOf = (model: Model, eventId: number): ModelOrder[] => [...model.orders.values()].filter((order) => order.eventId === eventId);

export const holdersOf = (orders: readonly ModelOrder[]): ModelTicket[] =>
  orders.filter(({ state }) => state === 'paid').flatMap(({ tickets }) => tickets).filter(({ state }) => state === 'valid' || state === 'used');

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
