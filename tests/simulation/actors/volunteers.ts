import type { DoorAnswer } from '#app/domain/door/answer.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { differs } from '../difference.ts';
import type { ModelDrawer, ModelEvent, ModelOrder, ModelTicket, PriceCategory } from '../model.ts';
import { holdersOf, ordersOf } from '../model.ts';
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
  const means = dice.pick(['cash', 'cash', 'terminal', 'bizum'] as const);
  const dishIds = Array.from({ length: dice.between(1, 3) }, () => dice.pick(event.dishes).id);
  const total = dishIds.reduce((sum, id) => sum + priceOf(event, id, category), 0);
  const { status, body } = await world.insist<PlacedOrder & Problem>(dice, {
    path: `/api/admin/till/sessions/${drawer.id}/sales`,
    key: `sale-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`,
    cookie: await cookieFor(world, cashier),
    body: { eventId: event.id, category, means, expectedTotal: total, tickets: dishIds.map((id) => ({ sections: { [event.sectionId]: [id] }, options: [] })) },
  });
  if (status !== 201) {
    world.record.did(cashier.name, `may not sell ${body.code}, event ${event.id}`, { eventId: event.id });
    if (status >= 500 || body.code === 'PRICE_CHANGED') throw differs(world, `a sale at the till is answered ${status} ${body.code}`, { eventId: event.id });
    return;
  }
  const order: ModelOrder = { id: body.orderId, number: body.orderNumber, eventId: event.id, email: null, category, means, total, state: 'paid', heldUntil: null, quantity: dishIds.length, dishIds, tickets: [], paid: total, back: 0, paymentPath: null, isPaidAtBank: false };
  world.model.orders.set(order.id, order);
  drawer[means] += total;
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

/** Scans the tickets of an evening, some twice, some that were given back, some of nobody. */
export async function keepTheDoor(world: World, volunteer: Person, event: ModelEvent): Promise<void> {
  const { dice } = volunteer;
  const orders = ordersOf(world.model, event.id);
  for (const ticket of holdersOf(orders).filter(() => dice.chance(0.9))) {
    await scan(world, volunteer, { event, ticket });
    if (dice.chance(0.1)) await scan(world, volunteer, { event, ticket });
  }
  const ended = orders.flatMap(({ tickets }) => tickets).filter(({ state }) => state === 'refunded' || state === 'cancelled');
  for (const ticket of ended.slice(0, 3)) await scan(world, volunteer, { event, ticket });
}

async function scan(world: World, volunteer: Person, { event, ticket }: { event: ModelEvent; ticket: ModelTicket }): Promise<void> {
  const { dice } = volunteer;
  const nonce = `sim-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const { status, body } = await world.insist<DoorAnswer>(dice, { path: '/api/tickets/use', cookie: await cookieFor(world, volunteer), body: { ticketId: ticket.id, nonce, eventId: event.id, device: 'Porta' } });
  const expected = ticket.state === 'valid' ? 'ADMITTED' : ticket.state === 'used' ? 'ALREADY_USED' : 'refused';
  if (status !== 200 || body.success !== (expected === 'ADMITTED')) throw differs(world, `ticket ${ticket.number} (${ticket.state}) is answered ${status} ${body.code} at the door`, { eventId: event.id });
  if (body.success) ticket.state = 'used';
  world.record.did(volunteer.name, `scans ${body.code}, ${ticket.number}`, { eventId: event.id });
}
