import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import type { Dice } from '../dice.ts';
import type { ModelEvent, ModelOrder } from '../model.ts';
import { differs } from '../difference.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

/** What a program reads of an event, of which a buyer needs the dishes and whether it is on sale. */
interface SeenEvent {
  id: number;
  saleStatus: string;
  sections: { id: string; items: { id: string; price: number; remaining: number | null }[] }[];
}

const SEES: Record<Person['category'], readonly ModelEvent['visibility'][]> = { public: ['public'], socio: ['public', 'socio'], comision: ['public', 'socio', 'comision'] };

/** Looks at an event, chooses dishes, and orders; pays, gives up or forgets. */
export async function goShopping(world: World, person: Person): Promise<void> {
  const { dice } = person;
  const today = dayInMadrid(world.clock.now());
  const coming = [...world.model.events.values()].filter(({ date, state }) => date >= today && state === 'open');
  if (coming.length === 0) return;
  const event = dice.pick(coming);
  const cookie = await cookieFor(world, person);
  const seen = await world.insist<SeenEvent & Problem>(dice, { path: `/api/events/${event.id}`, cookie, address: person.address });
  const maySee = SEES[person.category].includes(event.visibility);
  if ((seen.status === 200) !== maySee) throw differs(world, `${person.name} (${person.category}) sees event ${event.id} (${event.visibility}): ${seen.status}`, { eventId: event.id });
  if (!maySee || seen.body.saleStatus !== 'open') return;
  const section = seen.body.sections[0];
  if (section === undefined) throw differs(world, `event ${event.id} is shown without its menu`, { eventId: event.id });
  const dishes = Array.from({ length: dice.between(1, 4) }, () => dice.pick(section.items));
  await place(world, person, { event, sectionId: section.id, dishes });
}

interface Wish {
  event: ModelEvent;
  sectionId: string;
  dishes: readonly { id: string; price: number }[];
  /** With that of an opened offer. */
  cookie?: string;
}

export async function place(world: World, person: Person, wish: Wish): Promise<void> {
  const { event, sectionId, dishes } = wish;
  const { dice } = person;
  const total = dishes.reduce((sum, { price }) => sum + price, 0);
  const key = `sim-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`;
  const { status, body } = await world.insist<PlacedOrder & Problem>(dice, {
    path: '/api/orders',
    key,
    cookie: wish.cookie ?? (await cookieFor(world, person)),
    address: person.address,
    body: { eventId: event.id, email: person.email, expectedTotal: total, tickets: dishes.map(({ id }) => ({ sections: { [sectionId]: [id] }, options: [] })) },
  });
  if (status !== 201) {
    world.record.did(person.name, `is refused ${body.code}, event ${event.id}`, { eventId: event.id });
    if (status >= 500) throw differs(world, `an order is answered ${status} ${body.code}`, { eventId: event.id });
    return;
  }
  const expected = dishes.reduce((sum, { id }) => sum + priceOf(event, id, person.category), 0);
  if (body.total !== expected) throw differs(world, `${person.name} pays ${body.total}, and the menu says ${expected}`, { orderId: body.orderId });
  if (world.model.orders.has(body.orderId)) throw differs(world, `order ${body.orderId} is given twice`, { orderId: body.orderId });
  const order: ModelOrder = {
    id: body.orderId,
    number: body.orderNumber,
    eventId: event.id,
    email: person.email,
    category: person.category,
    means: total === 0 ? 'nothing' : 'card',
    total,
    state: body.paymentUrl === null && total === 0 ? 'paid' : 'pending',
    heldUntil: body.expiresAt === null ? null : new Date(body.expiresAt),
    quantity: dishes.length,
    dishIds: dishes.map(({ id }) => id),
    prices: dishes.map(({ id }) => priceOf(event, id, person.category)),
    tickets: [],
    paid: 0,
    back: 0,
    paymentPath: body.paymentUrl === null ? null : new URL(body.paymentUrl).pathname,
    isPaidAtBank: false,
    isCorrected: false,
  };
  world.model.orders.set(order.id, order);
  person.orders.push(order.id);
  world.record.did(person.name, `orders, ${order.number} of event ${event.id}, ${dishes.length} for ${total}`, { orderId: order.id, eventId: event.id });
  world.clock.advance(dice.between(5, 240) * 1_000);
  await decideToPay(world, person, order);
}

export function priceOf(event: ModelEvent, dishId: string, category: ModelOrder['category']): number {
  const dish = event.dishes.find(({ id }) => id === dishId);
  if (dish === undefined) throw new Error(`event ${event.id} has no dish ${dishId}`);
  return dish.prices[category];
}

async function decideToPay(world: World, person: Person, order: ModelOrder): Promise<void> {
  const { dice } = person;
  if (order.paymentPath?.startsWith('/dev/pay/') !== true) return;
  if (dice.chance(0.08)) return world.record.did(person.name, `forgets to pay, ${order.number}`, { orderId: order.id });
  if (dice.chance(0.06)) return giveUp(world, person, order);
  if (dice.chance(0.05)) {
    // Somebody who answers the door in between, and pays when the hold is over.
    world.clock.advance(dice.between(30, 60) * 60_000);
    await world.rounds();
  }
  await pay(world, person, order);
}

async function giveUp(world: World, person: Person, order: ModelOrder): Promise<void> {
  await world.insist(person.dice, { method: 'POST', path: `/api/orders/${order.id}/cancel`, address: person.address });
  order.heldUntil = world.clock.now();
  world.record.did(person.name, `gives up, ${order.number}`, { orderId: order.id });
}

/** Presses 'Pagar' until the bank answers; its money is gone from then on. */
async function pay(world: World, person: Person, order: ModelOrder): Promise<void> {
  const answer = await world.insist(person.dice, { path: order.paymentPath!, form: { action: 'pay' }, address: person.address });
  if (answer.status !== 303) throw differs(world, `the bank answers ${answer.status}`, { orderId: order.id });
  order.isPaidAtBank = true;
  world.record.did(person.name, `pays, ${order.number}`, { orderId: order.id });
  await lookAtOrder(world, person.dice, order);
}

/** What its page says, from which the model learns the tickets. */
export async function lookAtOrder(world: World, dice: Dice, order: ModelOrder): Promise<void> {
  const { status, body } = await world.insist<OrderState>(dice, { path: `/api/orders/${order.id}` });
  if (status !== 200) throw differs(world, `order ${order.number} is answered ${status}`, { orderId: order.id });
  learnTickets(world, order, body);
}

export function learnTickets(world: World, order: ModelOrder, told: Pick<OrderState, 'status' | 'tickets'>): void {
  if (told.status !== 'paid' && told.status !== 'completed') return;
  if (order.state === 'pending' && (order.isPaidAtBank || order.total === 0)) {
    order.state = 'paid';
    order.paid = order.total;
  }
  if (order.state !== 'paid' || order.tickets.length > 0) return;
  if (told.tickets.length !== order.quantity) throw differs(world, `order ${order.number} of ${order.quantity} has ${told.tickets.length} tickets`, { orderId: order.id });
  // In the order of the dishes asked for.
  order.tickets = told.tickets.map(({ id, ticketNumber }, index) => ({ id, number: ticketNumber, dishId: order.dishIds[index]!, price: order.prices[index]!, state: 'valid', isServed: false, oldIds: [] }));
}
