import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import { endIfOver, isUnused, leftOf, type ModelDrawer, type ModelEvent, type ModelOrder, owedOf, type PriceCategory, type Takings } from '../model.ts';
import type { Reply, World } from '../world.ts';
import { learnTickets, priceOf } from './buyer.ts';
import { cookieFor, type Person } from './person.ts';

export async function openDrawer(world: World, cashier: Person): Promise<ModelDrawer> {
  const { dice } = cashier;
  const name = `Taquilla ${world.model.drawers.size + 1}`;
  const float = dice.between(0, 10) * 1_000;
  const { status, body } = await world.insist<{ id: string } & Problem>(dice, { path: '/api/admin/till/sessions', key: `drawer-${world.model.drawers.size}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, cashier), body: { float, name } });
  if (status !== 201) throw differs(world, `a drawer is answered ${status} ${JSON.stringify(body)}`);
  const drawer: ModelDrawer = { id: body.id, name, state: 'open', cash: float, terminal: 0, bizum: 0, counted: null, corrected: null };
  world.model.drawers.set(drawer.id, drawer);
  world.record.did(cashier.name, `opens a drawer, ${name} with ${float}`);
  return drawer;
}

export async function sellByHand(world: World, cashier: Person, at: { drawer: ModelDrawer; event: ModelEvent }): Promise<void> {
  const { drawer, event } = at;
  const { dice } = cashier;
  const category = dice.pick<PriceCategory>(['public', 'socio', 'comision']);
  const means = dice.pick(['cash', 'cash', 'terminal', 'bizum', 'house'] as const);
  const dishIds = Array.from({ length: dice.between(1, 3) }, () => dice.pick(event.dishes).id);
  const prices = dishIds.map((id) => (means === 'house' ? 0 : priceOf(event, id, category)));
  const total = prices.reduce((sum, price) => sum + price, 0);
  const { status, body } = await world.insist<PlacedOrder & Problem>(dice, {
    path: `/api/admin/till/sessions/${drawer.id}/sales`,
    key: `sale-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`,
    cookie: await cookieFor(world, cashier),
    body: { eventId: event.id, category, means, expectedTotal: total, ...(means === 'house' && { reason: 'Els músics' }), tickets: dishIds.map((id) => ({ sections: { [event.sectionId]: [id] }, options: [] })) },
  });
  if (status !== 201) {
    world.record.did(cashier.name, `may not sell ${body.code}, event ${event.id}`, { eventId: event.id });
    if (status >= 500 || body.code === 'PRICE_CHANGED') throw differs(world, `a sale at the till is answered ${status} ${body.code}`, { eventId: event.id });
    return;
  }
  const now = world.clock.now();
  const who = { email: null, buyer: null, category, voucherId: null, groupCode: null, isReduced: dishIds.map(() => false), isCorrected: false, orderedAt: now, paidReportedAt: now };
  const money = { means, total, prices, dishPrices: prices, paid: total, back: 0, adjusted: 0, backByHand: 0, isGivenBack: false, isKeepChosen: false, paymentPath: null, isPaidAtBank: false };
  const order: ModelOrder = { id: body.orderId, number: body.orderNumber, eventId: event.id, ...who, ...money, state: 'paid', heldUntil: null, quantity: dishIds.length, dishIds, tickets: [] };
  world.model.orders.set(order.id, order);
  if (means !== 'house') drawer[means] += total;
  const seen = await world.insist<{ status: 'paid'; tickets: { id: string; ticketNumber: string }[] }>(dice, { path: `/api/orders/${order.id}` });
  learnTickets(world, order, seen.body);
  world.record.did(cashier.name, `sells, ${order.number} of event ${event.id} for ${total} by ${means}`, { orderId: order.id, eventId: event.id });
}

/** Counts what lies there, now and then wrongly: then nothing is closed before it was counted again, or a reason is given. */
export async function closeDrawer(world: World, cashier: Person, drawer: ModelDrawer): Promise<void> {
  const { dice } = cashier;
  const right: Takings = { cash: drawer.cash, terminal: drawer.terminal, bizum: drawer.bizum };
  if (dice.chance(0.2)) {
    const wrong = { ...right, cash: right.cash + dice.between(1, 500) };
    const seen = await close(world, cashier, { drawer, body: { counted: wrong } });
    if (seen.status !== 409 || seen.body.code !== 'COUNT_DIFFERS' || seen.body.difference.cash !== wrong.cash - right.cash) throw differs(world, `${drawer.name}, counted ${wrong.cash - right.cash} too high, is answered ${seen.status} ${JSON.stringify(seen.body)}`);
    world.record.did(cashier.name, `counts wrongly, ${drawer.name}`);
    if (dice.chance(0.3)) {
      const forced = await close(world, cashier, { drawer, body: { counted: wrong, again: true, reason: 'No sabem per què' } });
      if (forced.status !== 200 && forced.body.code !== 'TILL_NOT_OPEN') throw differs(world, `closing ${drawer.name} with a reason is answered ${forced.status} ${JSON.stringify(forced.body)}`);
      Object.assign(drawer, { state: 'closed', counted: wrong });
      return world.record.did(cashier.name, `closes with a difference, ${drawer.name}`);
    }
  }
  const { status, body } = await close(world, cashier, { drawer, body: { counted: right } });
  Object.assign(drawer, { state: 'closed', counted: right });
  world.record.did(cashier.name, `closes, ${drawer.name}`);
  // A closing whose answer was lost is not told twice.
  if (status === 409 && body.code === 'TILL_NOT_OPEN') return;
  if (status !== 200) throw differs(world, `closing ${drawer.name} with ${JSON.stringify(right)} is answered ${status} ${JSON.stringify(body)}`);
}

async function close(world: World, cashier: Person, { drawer, body }: { drawer: ModelDrawer; body: unknown }): Promise<Reply<{ difference: Takings } & Problem>> {
  return world.insist<{ difference: Takings } & Problem>(cashier.dice, { path: `/api/admin/till/sessions/${drawer.id}/close`, cookie: await cookieFor(world, cashier, { proved: true }), body });
}

/** What was counted stays; the correction stands beside it. */
export async function correctCount(world: World, secretary: Person, drawer: ModelDrawer): Promise<void> {
  const corrected = { cash: drawer.cash, terminal: drawer.terminal, bizum: drawer.bizum + secretary.dice.below(3) * 100 };
  const form = { ...Object.fromEntries(Object.entries(corrected).map(([means, amount]) => [means, euros(amount)])), reason: 'Contat de nou' };
  const { status } = await world.insist(secretary.dice, { path: `/admin/till/${drawer.id}/correct`, form, cookie: await cookieFor(world, secretary, { proved: true }) });
  if (status !== 303) throw differs(world, `correcting ${drawer.name} is answered ${status}`);
  drawer.corrected = corrected;
  world.record.did(secretary.name, `corrects a count, ${drawer.name}`);
}

const euros = (amount: number): string => (amount / 100).toFixed(2).replace('.', ',');

/** A page of yesterday still shows the drawer: nothing is sold into it, taken out or put in. */
export async function useClosedDrawer(world: World, cashier: Person, { drawer, event }: { drawer: ModelDrawer; event: ModelEvent }): Promise<void> {
  const { dice } = cashier;
  const path = `/api/admin/till/sessions/${drawer.id}`;
  const cookie = await cookieFor(world, cashier);
  const key = (): string => `stale-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const tickets = [{ sections: { [event.sectionId]: [event.dishes[0]!.id] }, options: [] }];
  const sold = await world.insist<Problem>(dice, { path: `${path}/sales`, key: key(), cookie, body: { eventId: event.id, category: 'public', means: 'cash', tickets } });
  const moved = await world.insist<Problem>(dice, { path: `${path}/movements`, key: key(), cookie, body: { direction: 'out', amount: 100, reason: 'Canvi' } });
  for (const { status, body } of [sold, moved]) if (status !== 409) throw differs(world, `${drawer.name}, which is closed, answers ${status} ${JSON.stringify(body)}`, { eventId: event.id });
  world.record.did(cashier.name, `finds closed, ${drawer.name}`);
}

/** Pays out of the drawer what a sale by hand had cost, or one of its tickets; of an order by card what its card could not take. */
export async function refundSale(world: World, cashier: Person, { drawer, order }: { drawer: ModelDrawer; order: ModelOrder }): Promise<void> {
  const { dice } = cashier;
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  const isWhole = valid.length === 0 || dice.chance(0.5);
  const given = isWhole ? valid : valid.slice(0, 1);
  // The whole order: with what tickets had cost that were ended without their money.
  const left = leftOf(order);
  const amount = order.means === 'house' ? 0 : isWhole ? left.byHand : given[0]!.price;
  if (order.means === 'card' && (valid.length > 0 || left.byCard > 0)) return;
  const isNothing = order.means !== 'house' && amount === 0;
  if (isNothing || order.tickets.some(({ state }) => state === 'used') || (order.means === 'house' && given.length === 0) || drawer.cash < amount) return;
  const { status, body } = await world.insist<{ amount: number } & Problem>(dice, {
    path: `/api/admin/till/sessions/${drawer.id}/sales/${order.id}/give-back`,
    cookie: await cookieFor(world, cashier, { proved: true }),
    body: { means: 'cash', reason: 'No poden vindre', ...(!isWhole && { ticketIds: given.map(({ id }) => id) }) },
  });
  // Asked for again, an answer having been lost.
  const isDone = status === 200 || body.code === 'NOTHING_TO_REFUND';
  if (!isDone || (status === 200 && body.amount !== amount)) throw differs(world, `paying ${amount} out is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  drawer.cash -= amount;
  order.backByHand += amount;
  for (const ticket of given) ticket.state = order.means === 'house' ? 'cancelled' : 'refunded';
  endIfOver(order);
  world.record.did(cashier.name, `pays out, ${amount} of ${order.number} from ${drawer.name}`, { orderId: order.id, eventId: order.eventId });
}

/** Ticks off whom the drawer gave back what an event that was called off owes them. */
export async function payOwed(world: World, cashier: Person, { drawer, order }: { drawer: ModelDrawer; order: ModelOrder }): Promise<void> {
  const amount = owedOf(world.model, order);
  const isWithdrawn = world.model.events.get(order.eventId)!.state === 'withdrawn';
  if (amount === 0 || drawer.cash < amount) return;
  const form = { intent: 'give-back', order: order.id, means: 'cash', drawer: drawer.id };
  const { status } = await world.insist(cashier.dice, { path: '/admin/owed', form, cookie: await cookieFor(world, cashier, { proved: true }) });
  if (status !== 303) throw differs(world, `ticking off ${amount} for ${order.number} is answered ${status}`, { orderId: order.id });
  drawer.cash -= amount;
  order.backByHand += amount;
  for (const ticket of order.tickets) if (isWithdrawn ? ticket.state === 'valid' : order.means !== 'card' && isUnused(ticket)) ticket.state = 'over';
  endIfOver(order);
  world.record.did(cashier.name, `pays what is owed, ${amount} of ${order.number} from ${drawer.name}`, { orderId: order.id, eventId: order.eventId });
}

export async function moveCash(world: World, cashier: Person, drawer: ModelDrawer): Promise<void> {
  const { dice } = cashier;
  const direction = drawer.cash > 5_000 ? dice.pick(['in', 'out'] as const) : 'in';
  const amount = direction === 'in' ? 2_000 : 3_000;
  const { status, body } = await world.insist<Problem>(dice, { path: `/api/admin/till/sessions/${drawer.id}/movements`, key: `cash-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, cashier), body: { direction, amount, reason: 'Canvi' } });
  if (status !== 201) throw differs(world, `moving cash is answered ${status} ${JSON.stringify(body)}`);
  drawer.cash += direction === 'in' ? amount : -amount;
  world.record.did(cashier.name, `moves cash ${direction}, ${amount} at ${drawer.name}`);
}
