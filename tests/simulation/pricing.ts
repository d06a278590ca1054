import type { Model, ModelEvent, ModelOrder, ModelVoucher, PriceCategory } from './model.ts';

/** What tickets cost, in the order in which the decisions reckon: price category, quota of the reduced price, code. */
export interface Reckoned {
  prices: number[];
  total: number;
  discount: number;
  /** Which of them take a place of their buyer's quota. */
  isReduced: boolean[];
}

interface Basket {
  event: ModelEvent;
  dishIds: readonly string[];
  category: PriceCategory;
  /** How many tickets the account may still buy at its reduced price; null: any number. */
  quotaLeft: number | null;
  voucher: ModelVoucher | null;
}

export function reckon({ event, dishIds, category, quotaLeft, voucher }: Basket): Reckoned {
  const dishes = dishIds.map((id) => dishOf(event, id));
  const saving = dishes.map(({ prices }) => prices.public - prices[category]);
  const keeping = new Set(quotaLeft === null ? [] : byLargest(saving).filter((at) => saving[at]! > 0).slice(0, Math.max(0, quotaLeft)));
  const base = dishes.map(({ prices }, at) => (quotaLeft === null || keeping.has(at) ? prices[category] : prices.public));
  const off = voucher === null ? base.map(() => 0) : takenOff(voucher, { base, full: dishes.map(({ prices }) => prices.public), given: dishes.map(({ prices }) => prices[voucher.category ?? category]) });
  const prices = base.map((price, at) => price - off[at]!);
  return { prices, total: sum(prices), discount: sum(off), isReduced: dishes.map((_, at) => keeping.has(at)) };
}

interface Before {
  base: readonly number[];
  full: readonly number[];
  /** In the category that the code gives. */
  given: readonly number[];
}

function takenOff(voucher: ModelVoucher, before: Before): number[] {
  const { base, full, given } = before;
  const limit = voucher.ticketLimit ?? base.length;
  if (voucher.kind === 'unlock') return base.map(() => 0);
  if (voucher.kind === 'amount' && voucher.per === 'order') return offTheOrder(voucher, before);
  const off = base.map((price, at) => {
    const from = voucher.combines ? price : full[at]!;
    const after = { percent: halfUp((from * (100 - voucher.value)) / 100), amount: Math.max(0, from - voucher.value), category: Math.min(from, given[at]!), free: 0 }[voucher.kind as 'percent'];
    return Math.max(0, price - after);
  });
  const chosen = new Set(byLargest(off).slice(0, limit));
  return off.map((amount, at) => (chosen.has(at) ? amount : 0));
}

/** Spread by price, to the cent. */
function offTheOrder(voucher: ModelVoucher, { base, full }: Before): number[] {
  const chosen = new Set(byLargest(base).slice(0, voucher.ticketLimit ?? base.length));
  const on = base.map((price, at) => (chosen.has(at) ? price : 0));
  const saved = voucher.combines ? 0 : sum(on.map((price, at) => (price === 0 ? 0 : full[at]! - price)));
  const total = sum(on);
  const off = Math.min(total, Math.max(0, voucher.value - saved));
  if (off === 0) return on.map(() => 0);
  const shares = on.map((price) => Math.floor((off * price) / total));
  const rests = on.map((price) => (off * price) % total);
  for (const at of byLargest(rests).slice(0, off - sum(shares))) shares[at]! += 1;
  return shares;
}

/** Whom the quota counts: tickets held or valid that were sold at the reduced price. `may`: of holds that are over and perhaps not ended yet. */
export function reducedOf(model: Model, { eventId, email }: { eventId: number; email: string }, now: Date): { surely: number; may: number } {
  let [surely, may] = [0, 0];
  for (const order of model.orders.values()) {
    if (order.eventId !== eventId || order.buyer !== email) continue;
    const standing = standingOf(model, order, now);
    if (standing === 'none') continue;
    const count = order.isReduced.filter((isReduced, at) => isReduced && isAlive(order, at)).length;
    if (standing === 'surely') surely += count;
    else may += count;
  }
  return { surely, may };
}

/** How often a code is used: by orders that wait, are paid or free. */
export function usesOf(model: Model, voucherId: string, now: Date, email?: string): { surely: number; may: number } {
  let [surely, may] = [0, 0];
  for (const order of model.orders.values()) {
    if (order.voucherId !== voucherId || (email !== undefined && order.email !== email)) continue;
    const standing = standingOf(model, order, now);
    // Under which address it counts now is not asked.
    const isSure = email === undefined || !order.isCorrected;
    if (standing === 'surely' && isSure) surely += 1;
    else if (standing !== 'none') may += 1;
  }
  return { surely, may };
}

function standingOf(model: Model, { eventId, state, heldUntil, isPaidAtBank, isGivenBack }: ModelOrder, now: Date): 'surely' | 'perhaps' | 'none' {
  // What goes back by itself does so in the background.
  if (state === 'paid') return isGivenBack || model.events.get(eventId)!.state === 'withdrawn' ? 'perhaps' : 'surely';
  if (state !== 'pending') return 'none';
  return isPaidAtBank || (heldUntil !== null && heldUntil <= now) ? 'perhaps' : 'surely';
}

/** Before its tickets are told, all of an order's are. */
const isAlive = ({ tickets }: ModelOrder, at: number): boolean => tickets[at] === undefined || tickets[at].state === 'valid' || tickets[at].state === 'used';

function dishOf(event: ModelEvent, dishId: string): ModelEvent['dishes'][number] {
  const dish = event.dishes.find(({ id }) => id === dishId);
  if (dish === undefined) throw new Error(`event ${event.id} has no dish ${dishId}`);
  return dish;
}

const halfUp = (amount: number): number => Math.floor(amount + 0.5);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
/** Their places, the largest first, of the same size the earlier one. */
const byLargest = (amounts: readonly number[]): number[] => amounts.map((_, at) => at).toSorted((a, b) => amounts[b]! - amounts[a]! || a - b);
