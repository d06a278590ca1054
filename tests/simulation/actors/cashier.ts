import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { ModelDrawer, ModelEvent, ModelOrder, PriceCategory } from '../model.ts';
import type { World } from '../world.ts';
import { learnTickets, priceOf } from './buyer.ts';
import { cookieFor, type Person } from './person.ts';

export async function openDrawer(world: World, cashier: Person): Promise<ModelDrawer> {
  const { dice } = cashier;
  const name = `Taquilla ${world.model.drawers.size + 1}`;
  const float = dice.between(0, 10) * 1_000;
  const { status, body } = await world.insist<{ id: string } & Problem>(dice, { path: '/api/admin/till/sessions', key: `drawer-${world.model.drawers.size}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, cashier), body: { float, name } });
  if (status !== 201) throw differs(world, `a drawer is answered ${status} ${JSON.stringify(body)}`);
  const drawer: ModelDrawer = { id: body.id, name, state: 'open', cash: float, terminal: 0, bizum: 0 };
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
  const order: ModelOrder = { id: body.orderId, number: body.orderNumber, eventId: event.id, email: null, category, means, total, prices, isCorrected: false, state: 'paid', heldUntil: null, quantity: dishIds.length, dishIds, tickets: [], paid: total, back: 0, paymentPath: null, isPaidAtBank: false };
  world.model.orders.set(order.id, order);
  if (means !== 'house') drawer[means] += total;
  const seen = await world.insist<{ status: 'paid'; tickets: { id: string; ticketNumber: string }[] }>(dice, { path: `/api/orders/${order.id}` });
  learnTickets(world, order, seen.body);
  world.record.did(cashier.name, `sells, ${order.number} of event ${event.id} for ${total} by ${means}`, { orderId: order.id, eventId: event.id });
}

export async function closeDrawer(world: World, cashier: Person, drawer: ModelDrawer): Promise<void> {
  const counted = { cash: drawer.cash, terminal: drawer.terminal, bizum: drawer.bizum };
  const { status, body } = await world.insist<{ expected: typeof counted; difference: typeof counted } & Problem>(cashier.dice, { path: `/api/admin/till/sessions/${drawer.id}/close`, cookie: await cookieFor(world, cashier), body: { counted } });
  drawer.state = 'closed';
  world.record.did(cashier.name, `closes, ${drawer.name}`);
  // A closing whose answer was lost is not told twice.
  if (status === 409 && body.code === 'TILL_NOT_OPEN') return;
  if (status !== 200) throw differs(world, `closing ${drawer.name} is answered ${status} ${JSON.stringify(body)}`);
  if (Object.values(body.difference).some((amount) => amount !== 0)) throw differs(world, `${drawer.name} holds ${JSON.stringify(counted)}, and the product expects ${JSON.stringify(body.expected)}`);
}

/** Pays out of the drawer what a sale by hand had cost, or one of its tickets. */
export async function giveBack(world: World, cashier: Person, { drawer, order }: { drawer: ModelDrawer; order: ModelOrder }): Promise<void> {
  const { dice } = cashier;
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  const given = dice.chance(0.5) ? valid.slice(0, 1) : valid;
  const amount = given.reduce((sum, { price }) => sum + price, 0);
  if (given.length === 0 || order.tickets.some(({ state }) => state === 'used' || state === 'cancelled') || drawer.cash < amount) return;
  const { status, body } = await world.insist<{ amount: number } & Problem>(dice, {
    path: `/api/admin/till/sessions/${drawer.id}/sales/${order.id}/give-back`,
    cookie: await cookieFor(world, cashier, { proved: true }),
    body: { means: 'cash', reason: 'No poden vindre', ticketIds: given.map(({ id }) => id) },
  });
  // Asked for again, an answer having been lost.
  const isDone = status === 200 || body.code === 'NOTHING_TO_REFUND';
  if (!isDone || (status === 200 && body.amount !== amount)) throw differs(world, `paying ${amount} out is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  drawer.cash -= amount;
  order.back += amount;
  for (const ticket of given) ticket.state = order.means === 'house' ? 'cancelled' : 'refunded';
  if (given.length === valid.length && !order.tickets.some(({ state }) => state === 'valid')) order.state = order.means === 'house' ? 'cancelled' : 'refunded';
  world.record.did(cashier.name, `pays out, ${amount} of ${order.number} from ${drawer.name}`, { orderId: order.id, eventId: order.eventId });
}

/** Puts change into a drawer, or takes cash to the bank. */
export async function moveCash(world: World, cashier: Person, drawer: ModelDrawer): Promise<void> {
  const { dice } = cashier;
  const direction = drawer.cash > 5_000 ? dice.pick(['in', 'out'] as const) : 'in';
  const amount = direction === 'in' ? 2_000 : 3_000;
  const { status, body } = await world.insist<Problem>(dice, { path: `/api/admin/till/sessions/${drawer.id}/movements`, key: `cash-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, cashier), body: { direction, amount, reason: 'Canvi' } });
  if (status !== 201) throw differs(world, `moving cash is answered ${status} ${JSON.stringify(body)}`);
  drawer.cash += direction === 'in' ? amount : -amount;
  world.record.did(cashier.name, `moves cash ${direction}, ${amount} at ${drawer.name}`);
}
