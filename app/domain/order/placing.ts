import { type ComposedTicket, composeTicket, type Menu, type Selection, selectionProblemText } from '../event/menu.ts';
import { CAP_TEXTS, type CapLimit } from './caps.ts';
import { type LackingDish, lackingDishesText } from './lacking-dishes.ts';
import { MAX_TICKETS_PER_ORDER } from './status.ts';
import { type PricedTickets, priceTickets } from './ticket-prices.ts';
import { type ChargeLimits, type ChargeLimitProblem, chargeLimitProblem } from './charge-limits.ts';
import { maySee, type Role, type Visibility } from '../people/roles.ts';
import { isBeforeSale, remainingTickets, type SaleFacts, saleClosesAt, saleStartText } from '../event/sale.ts';
import { VOUCHER_NOTHING_OFF_TEXT, VOUCHER_OVER_TEXT, type VoucherTerms } from '../vouchers/voucher.ts';

/** Why an order is not placed. Codes are the spec's (§8) and the API's; amounts in cents, dates YYYY-MM-DD. */
export type OrderRefusal =
  | { code: 'EVENT_NOT_FOUND' | 'EVENT_NOT_AVAILABLE' | 'EVENT_PRIVATE' | 'TOO_MANY_TICKETS' | 'IDEMPOTENCY_KEY_REUSED' | 'ACCOUNT_CHANGED' | 'GROUP_NOT_FOUND' | 'VOUCHER_NOT_FOUND' | 'VOUCHER_USED_UP' }
  | { code: 'VOUCHER_NOT_APPLICABLE'; message: string }
  | { code: 'VALIDATION'; fields: Record<string, string> }
  | { code: 'DUPLICATE_ORDER_NUMBER' | 'PAYMENT_UNAVAILABLE' | 'INVALID_EMAIL' }
  /** Without a `limit` it is the buyer's own. */
  | { code: 'TOO_MANY_HOLDS'; limit?: CapLimit; message?: string }
  | { code: 'RATE_LIMITED'; retryAfterSeconds: number }
  | { code: 'SALES_CLOSED'; saleEndDate?: string }
  | { code: 'SALES_CLOSED'; saleStart: string; message: string }
  | { code: 'INSUFFICIENT_TICKETS' | 'TICKETS_SOLD_OUT_DURING_PROCESSING'; requested: number; available: number }
  | { code: 'ITEM_SOLD_OUT'; items: readonly LackingDish[]; message: string }
  | { code: 'INVALID_SELECTION' | 'CONSENT_REQUIRED'; message: string }
  | { code: 'PRICE_CHANGED'; total: number }
  | { code: ChargeLimitProblem; total: number };

/** Why the statement that places an order took nothing. */
export type NotPlaced =
  | { outcome: 'insufficient'; available: number }
  | { outcome: 'key_reused' | 'event_changed' | 'duplicate_number' | 'too_many_holds' | 'too_many_of_network' | 'too_many_free' | 'quota_changed' | 'voucher_used_up' | 'voucher_ended' }
  | { outcome: 'dishes_lacking'; items: LackingDish[] }
  | { outcome: 'too_many_an_hour'; retryAfterSeconds: number };

/** What makes prices other than those of the buyer's category. */
export interface PriceRules {
  menuAs: ((role: Role) => Menu) | null;
  /** Tickets that the buyer's account may still buy at its reduced price; null: any number. */
  quotaLeft: number | null;
  voucher: VoucherTerms | null;
}

/** The stock is only read here, the conditional write decides. At the till staff choose the buyer and no provider takes the money (`chargeLimits` null). */
export function decideOrder(
  facts: { event: SaleFacts & { visibility: Visibility }; menu: Menu; role: Role; now: Date; chargeLimits: ChargeLimits | null; atTill?: boolean; byAccessCode?: boolean; rules?: PriceRules },
  request: { tickets: readonly Selection[]; expectedTotal?: number | undefined },
): PricedTickets | OrderRefusal {
  const { event, menu, role, now, chargeLimits, atTill = false, byAccessCode = false, rules } = facts;
  const quantity = request.tickets.length;
  if (!atTill && !byAccessCode && !maySee(role, event.visibility)) return { code: 'EVENT_NOT_FOUND' };
  if (quantity > MAX_TICKETS_PER_ORDER) return { code: 'TOO_MANY_TICKETS' };
  const isStaff = role === 'admin' || atTill;
  if (!isStaff && event.saleStart !== null && isBeforeSale(event, now)) {
    return { code: 'SALES_CLOSED', saleStart: event.saleStart.toISOString(), message: saleStartText(event.saleStart) };
  }
  if (!isStaff && now.getTime() >= saleClosesAt(event)) {
    return event.saleEndDate === null ? { code: 'SALES_CLOSED' } : { code: 'SALES_CLOSED', saleEndDate: event.saleEndDate };
  }

  const composed = composeAll(menu, { selections: request.tickets, role });
  if ('code' in composed) return composed;
  const plan = priceAll(composed, { role, selections: request.tickets, rules });
  if (rules?.voucher != null && rules.voucher.worth.kind !== 'unlock' && plan.discount === 0) return { code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_NOTHING_OFF_TEXT };
  const { total } = plan;
  if (request.expectedTotal !== undefined && request.expectedTotal !== total) return { code: 'PRICE_CHANGED', total };
  const limitProblem = chargeLimits && chargeLimitProblem(total, chargeLimits);
  if (limitProblem !== null) return { code: limitProblem, total };
  return plan;
}

function composeAll(menu: Menu, { selections, role }: { selections: readonly Selection[]; role: Role }): ComposedTicket[] | Extract<OrderRefusal, { code: 'INVALID_SELECTION' | 'CONSENT_REQUIRED' }> {
  const tickets: ComposedTicket[] = [];
  for (const [index, selection] of selections.entries()) {
    const ticket = composeTicket(menu, selection, role);
    if ('kind' in ticket) {
      return { code: ticket.kind === 'consent_missing' ? 'CONSENT_REQUIRED' : 'INVALID_SELECTION', message: `Ticket ${index + 1}: ${selectionProblemText(ticket)}` };
    }
    tickets.push(ticket);
  }
  return tickets;
}

const NO_RULES: PriceRules = { menuAs: null, quotaLeft: null, voucher: null };

function priceAll(own: readonly ComposedTicket[], { role, selections, rules = NO_RULES }: { role: Role; selections: readonly Selection[]; rules: PriceRules | undefined }): PricedTickets {
  const { menuAs, quotaLeft, voucher } = rules;
  const composedAs = (other: Role): readonly ComposedTicket[] => {
    const tickets = menuAs === null || other === role ? own : composeAll(menuAs(other), { selections, role: other });
    return 'code' in tickets ? own : tickets;
  };
  const asPublic = quotaLeft === null && voucher === null ? own : composedAs('public');
  const asCategory = voucher?.worth.kind === 'category' ? composedAs(voucher.worth.category) : asPublic;
  return priceTickets(own, { asPublic, asCategory, quotaLeft, voucher });
}

export function refusalOf(result: NotPlaced, { event, tickets, total }: { event: SaleFacts } & Pick<PricedTickets, 'tickets' | 'total'>): OrderRefusal {
  switch (result.outcome) {
    case 'event_changed':
      return { code: 'EVENT_NOT_AVAILABLE' };
    case 'key_reused':
      return { code: 'IDEMPOTENCY_KEY_REUSED' };
    case 'insufficient':
      return { code: looksSoldOut(event, tickets.length) ? 'INSUFFICIENT_TICKETS' : 'TICKETS_SOLD_OUT_DURING_PROCESSING', requested: tickets.length, available: result.available };
    case 'dishes_lacking':
      return { code: 'ITEM_SOLD_OUT', items: result.items, message: lackingDishesText(result.items, tickets) };
    case 'duplicate_number':
      return { code: 'DUPLICATE_ORDER_NUMBER' };
    case 'too_many_holds':
      return { code: 'TOO_MANY_HOLDS' };
    case 'too_many_of_network':
      return { code: 'TOO_MANY_HOLDS', limit: 'network', message: CAP_TEXTS.network };
    case 'too_many_free':
      return { code: 'TOO_MANY_HOLDS', limit: 'free', message: CAP_TEXTS.free };
    case 'too_many_an_hour':
      return { code: 'RATE_LIMITED', retryAfterSeconds: result.retryAfterSeconds };
    case 'quota_changed':
      return { code: 'PRICE_CHANGED', total };
    case 'voucher_used_up':
      return { code: 'VOUCHER_USED_UP' };
    case 'voucher_ended':
      return { code: 'VOUCHER_NOT_APPLICABLE', message: VOUCHER_OVER_TEXT };
  }
}

function looksSoldOut(event: SaleFacts, quantity: number): boolean {
  const remaining = remainingTickets(event);
  return remaining !== null && remaining < quantity;
}
