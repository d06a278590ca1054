import { createBatches, type JoinBatch } from '#app/platform/adapters/batches/batches.server.ts';
import { isDatabaseBusy } from '#app/platform/adapters/db/database.server.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { ORDER_CAPS } from '#app/domain/order/caps.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { decideOrder, type NotPlaced, type OrderRefusal } from '#app/domain/order/placing.ts';
import type { PricedTickets } from '#app/domain/order/ticket-prices.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { maySee, type Role } from '#app/domain/people/roles.ts';
import { singleLine } from '#app/domain/plain-text.ts';
import { type EventWithMenu, findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import { type GroupInput, groupsToJoin, type GroupRequest } from '#app/features/groups/service.server.ts';
import { findVouchers, type KnownVouchers, type OrderVouchers, vouchersOfOrder } from '#app/features/vouchers/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { hasQuota, quotasLeft } from './member-quota/service.server.ts';
import { isNumberTaken, type PlaceOrderParams, type PlaceOrderResult, runPlaceOrders } from './store.server.ts';
import type { OrderedTicket } from './schema.ts';

export interface OrderToPlace {
  actor: Actor;
  buyer: string | null;
  request: OrderRequest;
  requestHash: string;
}

interface WaitingOrder extends OrderToPlace {
  isRetry: boolean;
}

interface WrittenOrder extends Planned {
  event: EventWithMenu;
  result: Written;
}

export type Written = PlaceOrderResult | NotPlaced;
type Tried = { refused: OrderRefusal } | WrittenOrder;

/** The event's stock row stays locked while a batch runs. */
const BATCH = { maxItems: 64, maxMs: 150 };

const orderBatches = stateKey<JoinBatch<number, WaitingOrder, Tried>>('batches of orders');

export function openOrderBatches(deps: Deps): OpenedState {
  return orderBatches.opened(createBatches({ ...BATCH, failsAll: isDatabaseBusy, run: async (eventId, orders) => tryAll(deps, eventId, orders) }));
}

/** Concurrent orders of an event are placed together, in order of arrival. */
export async function tryInBatch(deps: Deps, order: WaitingOrder): Promise<Tried> {
  return deps.state.get(orderBatches)(order.request.eventId, order);
}

async function tryAll(deps: Deps, eventId: number, orders: readonly WaitingOrder[]): Promise<Tried[]> {
  const { termsVersion } = (await deps.settings.current()).association;
  const event = await findEventForSale(deps.db.query, eventId);
  if (!event) return orders.map(({ isRetry }) => ({ refused: { code: isRetry ? 'EVENT_NOT_AVAILABLE' : 'EVENT_NOT_FOUND' } }));
  await deps.checkpoint('after-facts-read');
  const groups = await groupsToJoin(deps, event, orders.map(({ request }) => request.group));
  const vouchers = await findVouchers(deps.db.query, orders.flatMap(({ request }) => [request.voucher, request.accessCode]));
  const quotas = await quotasLeft(deps.db.query, event, orders.map(({ actor }) => actor));
  const plans = decideAll(deps, { event, orders, termsVersion, groups, vouchers, quotas });
  const planned = plans.filter((one): one is Planned => 'params' in one);
  const results = planned.length === 0 ? [] : await writeTogether(deps, planned.map(({ params }) => params));
  const resultOf = new Map(planned.map((one, at) => [one, results[at]!]));
  return plans.map((one) => ('refused' in one ? one : { ...one, event, result: resultOf.get(one)! }));
}

export interface Planned {
  plan: PricedTickets;
  params: PlaceOrderParams;
}

interface BatchFacts {
  event: EventWithMenu;
  orders: readonly WaitingOrder[];
  termsVersion: string;
  groups: readonly GroupRequest[];
  vouchers: KnownVouchers;
  quotas: ReadonlyMap<string, number>;
}

function decideAll(deps: Deps, facts: BatchFacts): (Planned | { refused: OrderRefusal })[] {
  const { event } = facts;
  const now = deps.clock.now();
  const menus = new Map<Role, Menu>();
  const menuAs = (role: Role): Menu => {
    const menu = menus.get(role) ?? menuFor(role, event);
    menus.set(role, menu);
    return menu;
  };
  return facts.orders.map((order, at) => {
    const joining = facts.groups[at] ?? null;
    const role = roleOf(order.actor);
    const { voucher: typed, accessCode } = order.request;
    const applied = vouchersOfOrder(facts.vouchers, { typed, accessCode, role, eventIsHidden: !maySee(role, event.visibility) }, { eventId: event.id, now });
    const quotaLeft = hasQuota(event, order.actor) ? (facts.quotas.get(order.actor.userId) ?? event.memberQuota) : null;
    const rules = { menuAs, quotaLeft, voucher: applied.terms };
    // What its code is worth is not known: the total is judged after that.
    const request = applied.refused === null ? order.request : { tickets: order.request.tickets };
    const plan = decideOrder({ event, menu: menuAs(role), role, now, chargeLimits: deps.payments.chargeLimits, byAccessCode: applied.byAccessCode, rules }, request);
    if (!('code' in plan)) {
      if (applied.refused !== null) return { refused: applied.refused };
      // Only after the event itself: a hidden one has no groups to ask about.
      if (joining !== null && 'refused' in joining) return joining;
      return { plan, params: { ...paramsFor(deps, { order, event, plan, now, termsVersion: facts.termsVersion, applied }), ...(joining !== null && { group: joining.join }) } };
    }
    // Visible a moment ago, so it was made private.
    return { refused: plan.code === 'EVENT_NOT_FOUND' && order.isRetry ? { code: 'EVENT_PRIVATE' } : plan };
  });
}

/** A number that is taken fails a batch of several, whose orders are then written alone; of one alone it is the outcome. */
async function writeTogether(deps: Deps, orders: readonly PlaceOrderParams[]): Promise<Written[]> {
  try {
    return await runPlaceOrders(deps.db.query, orders);
  } catch (error) {
    if (orders.length > 1 || !isNumberTaken(error)) throw error;
    return [{ outcome: 'duplicate_number' }];
  }
}

function paramsFor(deps: Deps, facts: { order: OrderToPlace; event: EventWithMenu; plan: PricedTickets; now: Date; termsVersion: string; applied: OrderVouchers }): PlaceOrderParams {
  const { event, plan, now, termsVersion } = facts;
  const { actor, buyer, request, requestHash } = facts.order;
  const isFree = plan.total === 0;
  const orderId = deps.ids.uuid();
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    now: now.toISOString(),
    key: request.idempotencyKey,
    requestHash,
    actor: actor.kind === 'user' ? `user:${actor.userId}` : 'visitor',
    eventId: event.id,
    offerId: request.offerId,
    eventVersion: event.version,
    orderId,
    buyer,
    userId: actor.kind === 'user' ? actor.userId : null,
    // An account's tickets always go to its own address.
    email: actor.kind === 'user' ? actor.email : request.email,
    userName: singleLine(request.userName ?? '') || (actor.kind === 'user' ? actor.name : null),
    role: roleOf(actor),
    status: isFree ? 'completed' : 'pending_payment',
    total: plan.total,
    quantity: plan.tickets.length,
    termsVersion: request.termsVersion ?? termsVersion,
    holdExpiresAt: isFree ? null : after(deps.env.hold.holdMs),
    sessionExpiresAt: isFree ? null : after(deps.env.hold.sessionMs),
    paymentId: deps.ids.uuid(),
    paymentKey: `order:${orderId}:1`,
    mailId: deps.ids.uuid(),
    provider: deps.payments.name,
    networkHash: request.networkHash,
    cookieless: request.cookieless,
    caps: roleOf(actor) === 'admin' ? null : ORDER_CAPS,
    tickets: plan.tickets.map((ticket) => ({ ...ticket, id: deps.ids.ticket() })),
    ...(event.memberQuota !== null && plan.reduced > 0 && { memberQuota: { limit: event.memberQuota, reduced: plan.reduced } }),
    ...usesOf(facts.applied, plan),
  };
}

function usesOf({ discountCode, accessCode }: OrderVouchers, { discount }: PricedTickets): Pick<PlaceOrderParams, 'vouchers'> {
  const uses = [...(discountCode === null ? [] : [{ code: discountCode, discount }]), ...(accessCode === null ? [] : [{ code: accessCode, discount: 0 }])];
  return uses.length === 0 ? {} : { vouchers: uses };
}

export interface OrderRequest {
  eventId: number;
  email: string;
  tickets: readonly OrderedTicket[];
  expectedTotal?: number | undefined;
  expectedAccount?: string | null | undefined;
  userName?: string | undefined;
  termsVersion?: string | undefined;
  group?: GroupInput | undefined;
  voucher?: string | undefined;
  /** Of a hidden event, held by this browser. */
  accessCode: string | null;
  /** Waiting-list offer that this browser opened. */
  offerId: string | null;
  idempotencyKey: string | null;
  networkHash: string;
  cookieless: boolean;
}
