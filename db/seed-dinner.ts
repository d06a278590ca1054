import { markSent } from '#app/features/mail/store.server.ts';
import { runPlaceOrder } from '#app/features/checkout/store.server.ts';
import { type EventWithMenu, findEventForSale, menuFor } from '#app/features/events/service.server.ts';
import type { GroupToJoin } from '#app/features/groups/service.server.ts';
import { buyerOf } from '#app/features/orders/service.server.ts';
import { settleTx } from '#app/features/payments/settlement/settlement.server.ts';
import { arrangePlan, movePeople } from '#app/features/seating/service.server.ts';
import { itemAt } from '#app/domain/list.ts';
import { cents } from '#app/domain/money.ts';
import type { Menu } from '#app/domain/event/menu.ts';
import { decideOrder } from '#app/domain/order/placing.ts';
import type { PricedTickets } from '#app/domain/order/ticket-prices.ts';
import { groupsCloseAt } from '#app/domain/groups/event-group.ts';
import { DEFAULT_TERMS_VERSION } from '#app/domain/site/default-legal-texts.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { payUnseen } from '#app/platform/adapters/payments/sandbox/sandbox-sessions.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { type AdminId, requireAdmin } from '#app/platform/http/guards/guards.server.ts';

import { PEOPLE } from './cast.ts';
import { type CastBuyers, DINNER } from './cast-dinner.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const HOURS_BETWEEN = 7;

/** People who bought for the first dinner during the last days: groups, allergies, paid orders, as a sale leaves them; nobody is mailed. A real provider would know nothing of their payments. */
export async function seedDinner(deps: Deps): Promise<void> {
  if (deps.payments.name !== 'sandbox') return;
  const { eventId } = await firstDinner(deps);
  const event = await findEventForSale(deps.db.query, eventId);
  if (event === null) throw new Error('the first dinner of the cast is not on sale');
  const groups = new Map<string, string>();
  await deps.db.inTransaction(async (tx) => {
    for (const [at, buyers] of DINNER.entries()) {
      const now = new Date(deps.clock.now().getTime() - (DINNER.length - at) * HOURS_BETWEEN * HOUR_MS);
      await sell(tx, { deps, event, buyers, now, group: buyers.group === undefined ? null : groupFor(deps, { event, name: buyers.group, groups, firstName: buyers.firstName }) });
    }
  });
}

/** Seats all but those who come late, as an admin would. */
export async function seatDinner(deps: Deps): Promise<void> {
  const { eventId } = await firstDinner(deps);
  const admin = await castAdmin(deps);
  const arranged = await arrangePlan(deps, admin, { eventId, version: null });
  if (arranged !== 'done') throw new Error(`the hall of the demo was not arranged: ${arranged}`);
  const late = await deps.db.query.selectFrom('orders').select('id').where('eventId', '=', eventId).where('userName', 'in', DINNER.filter(({ isLate }) => isLate).map(({ name }) => name)).execute();
  for (const { id } of late) await movePeople(deps, admin, { eventId, version: null }, { what: `order:${id}`, tableId: null });
}

async function castAdmin({ db }: Deps): Promise<AdminId> {
  const { id: userId, name, email } = await db.query.selectFrom('users').select(['id', 'name', 'email']).where('email', '=', PEOPLE[0].email).executeTakeFirstOrThrow();
  return requireAdmin({ kind: 'user', userId, name, email, role: 'admin', rights: ['admin'] });
}

async function firstDinner({ db }: Deps): Promise<{ eventId: number }> {
  return db.query.selectFrom('demoEvents').select('eventId').where('key', '=', 'germanor').executeTakeFirstOrThrow();
}

function groupFor({ ids }: Deps, { event, name, groups, firstName = '' }: { event: EventWithMenu; name: string; groups: Map<string, string>; firstName?: string | undefined }): GroupToJoin {
  const known = groups.get(name);
  const id = known ?? ids.uuid();
  groups.set(name, id);
  return { id, closesAt: groupsCloseAt(event).toISOString(), ...(firstName !== '' && { firstName }), ...(known === undefined && { code: ids.groupCode(), name }) };
}

interface Sale {
  deps: Deps;
  event: EventWithMenu;
  buyers: CastBuyers;
  group: GroupToJoin | null;
  now: Date;
}

async function sell(tx: Tx, sale: Sale): Promise<void> {
  const { deps, event, buyers } = sale;
  const plan = planFor(sale);
  const [orderId, paymentKey] = [deps.ids.uuid(), deps.ids.uuid()];
  const placed = await runPlaceOrder(tx, paramsFor(sale, { plan, orderId, paymentKey }));
  if (placed.outcome !== 'placed') throw new Error(`${buyers.name} of the demo could not buy: ${placed.outcome}`);
  const paidAt = new Date(sale.now.getTime() + 2 * MINUTE_MS);
  const snapshot = await payUnseen(tx, { id: `sandbox_${deps.ids.uuid()}`, charge: `charge_${deps.ids.uuid()}`, key: paymentKey, orderId, amount: cents(plan.total), description: `${placed.orderNumber} · ${event.title}`, paidAt });
  await settleTx(tx, { deps: { ...deps, clock: { ...deps.clock, now: () => paidAt } }, snapshot, source: 'webhook' });
  const mails = await tx.selectFrom('mails').select('id').where('orderId', '=', orderId).execute();
  for (const mail of mails) await markSent(tx, mail, paidAt);
}

function planFor({ deps, event, buyers, now }: Sale): PricedTickets {
  const menu = menuFor('public', event);
  const tickets = Array.from({ length: buyers.tickets }, (_, at) => {
    const needs = buyers.needs?.find(({ ticket }) => ticket === at);
    return { ...choiceOf(menu, buyers.name.length + at), ...(needs !== undefined && { needs: { codes: needs.codes, other: needs.other, consent: true, forOther: at > 0 } }) };
  });
  const plan = decideOrder({ event, menu, role: 'public', now, chargeLimits: deps.payments.chargeLimits }, { tickets });
  if ('code' in plan) throw new Error(`${buyers.name} of the demo could not buy: ${plan.code}`);
  return plan;
}

/** Not everybody eats the same. */
function choiceOf(menu: Menu, taste: number): { sections: Record<string, string[]>; options: string[] } {
  const sections = menu.sections.filter(({ required }) => required || taste % 3 === 0).map(({ id, items }, at) => ({ id, chosen: itemAt(items, (taste * (at + 1)) % items.length).id }));
  return { sections: Object.fromEntries(sections.map(({ id, chosen }) => [id, [chosen]])), options: menu.options.filter((_, at) => taste % (at + 3) === 1).map(({ id }) => id) };
}

function paramsFor({ deps, event, buyers, group, now }: Sale, { plan, orderId, paymentKey }: { plan: PricedTickets; orderId: string; paymentKey: string }): Parameters<typeof runPlaceOrder>[1] {
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    now: now.toISOString(),
    key: null,
    requestHash: '',
    actor: 'visitor',
    eventId: event.id,
    offerId: null,
    eventVersion: event.version,
    orderId,
    buyer: buyerOf({ kind: 'guest', visitor: deps.ids.uuid() }),
    userId: null,
    email: addressOf(buyers.name),
    userName: buyers.name,
    role: 'public',
    status: 'pending_payment',
    total: plan.total,
    quantity: plan.tickets.length,
    termsVersion: DEFAULT_TERMS_VERSION,
    holdExpiresAt: after(35 * MINUTE_MS),
    sessionExpiresAt: after(31 * MINUTE_MS),
    paymentId: deps.ids.uuid(),
    paymentKey,
    mailId: deps.ids.uuid(),
    provider: deps.payments.name,
    networkHash: null,
    cookieless: false,
    caps: null,
    tickets: plan.tickets.map((ticket) => ({ ...ticket, id: deps.ids.ticket() })),
    ...(group !== null && { group }),
  };
}

function addressOf(name: string): string {
  return `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\W+/g, '.')}@example.com`;
}
