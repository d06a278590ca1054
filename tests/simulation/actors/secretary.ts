import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { lookAtOrder } from './buyer.ts';
import { differs } from '../difference.ts';
import type { ModelEvent, ModelOrder, PriceCategory } from '../model.ts';
import type { World } from '../world.ts';
import { cookieFor, type Person } from './person.ts';

const DISHES = ['Paella', 'Fideuà', 'Entrepà', 'Torrades', 'Arròs al forn', 'Hamburguesa'];

interface EditedDish {
  id: string;
  name: string;
  pricePublic: number;
  priceMember: number;
  priceCommission: number;
  places: number | null;
}

/** Puts an event with a menu on sale. */
export async function makeEvent(world: World, secretary: Person): Promise<void> {
  const { dice } = secretary;
  const date = addDays(dayInMadrid(world.clock.now()), dice.between(5, 30));
  const visibility = dice.pick<PriceCategory>(['public', 'public', 'public', 'socio', 'comision']);
  const items = Array.from({ length: dice.between(1, 4) }, (_, index) => {
    const pricePublic = dice.between(6, 24) * 100;
    return { name: DISHES[index], emoji: '🥘', pricePublic, priceMember: pricePublic - 200, priceCommission: pricePublic - 400, places: dice.chance(0.3) ? dice.between(3, 20) : null };
  });
  const maxTickets = dice.chance(0.6) ? dice.between(10, 60) : null;
  const title = `Sopar ${world.model.events.size + 1}`;
  const { status, body } = await world.insist<{ id: number } & Problem>(dice, {
    path: '/api/admin/events',
    key: `event-${world.model.events.size}-${dice.below(2 ** 31)}`,
    cookie: await cookieFor(world, secretary),
    body: { title, date, time: '21:30', description: 'Vine a sopar', price: 1000, image: '🥘', visibility, maxTickets, sections: [{ name: 'Plat', required: true, maxSelection: 1, items }], options: [] },
  });
  if (status !== 201) throw differs(world, `a new event is answered ${status} ${JSON.stringify(body)}`);
  const edited = await world.insist<{ sections: { id: string; items: EditedDish[] }[] }>(dice, { path: `/api/admin/events/${body.id}`, cookie: await cookieFor(world, secretary) });
  const section = edited.body.sections[0]!;
  const event: ModelEvent = {
    id: body.id,
    title,
    date,
    visibility,
    maxTickets,
    sectionId: section.id,
    dishes: section.items.map(({ id, name, pricePublic, priceMember, priceCommission, places }) => ({ id, name, places, prices: { public: pricePublic, socio: priceMember, comision: priceCommission } })),
    state: 'open',
  };
  world.model.events.set(event.id, event);
  world.record.did(secretary.name, `makes event, ${event.id} on ${date}, ${maxTickets ?? 'no'} places, ${visibility}`, { eventId: event.id });
}

/** Gives an order's money back, or that of one of its tickets. */
export async function refundSome(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  const { dice } = secretary;
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  if (order.state !== 'paid' || order.means !== 'card' || valid.length === 0) return;
  const isWhole = dice.chance(0.5);
  const given = isWhole ? order.tickets.filter(({ state }) => state === 'valid' || state === 'used') : [dice.pick(valid)];
  const { status, body } = await world.insist<Problem>(dice, {
    path: `/api/admin/orders/${order.id}/refund`,
    cookie: await cookieFor(world, secretary),
    body: { reason: 'No poden vindre', ...(!isWhole && { ticketIds: given.map(({ id }) => id) }) },
  });
  if (status !== 202 && body.code !== 'NOTHING_TO_REFUND') throw differs(world, `a refund is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  for (const ticket of given) {
    ticket.state = 'refunded';
    order.back += ticket.price;
  }
  if (order.tickets.every(({ state }) => state === 'refunded')) order.state = 'refunded';
  world.record.did(secretary.name, `refunds, ${isWhole ? 'all' : given[0]!.number} of ${order.number}`, { orderId: order.id });
}

/** Calls an event off: everybody who paid by card gets their money back. */
export async function withdraw(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { status, body } = await world.insist<Problem>(secretary.dice, { method: 'POST', path: `/api/admin/events/${event.id}/withdraw`, cookie: await cookieFor(world, secretary), body: {} });
  if (status !== 202 && status !== 409) throw differs(world, `a withdrawal is answered ${status} ${JSON.stringify(body)}`, { eventId: event.id });
  event.state = 'withdrawn';
  world.record.did(secretary.name, `withdraws, event ${event.id}`, { eventId: event.id });
}

/** Asks about the orders that buyers left open, as their pages do. */
export async function askAbout(world: World, secretary: Person, orders: readonly ModelOrder[]): Promise<void> {
  for (const order of orders) await lookAtOrder(world, secretary.dice, order);
}
