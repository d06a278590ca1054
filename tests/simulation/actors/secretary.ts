import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Problem } from '#tests/support/people/buyers.ts';

import { lookAtOrder } from './buyer.ts';
import { differs } from '../difference.ts';
import { endIfOver, KITCHEN_HOUR, leftOf, type ModelEvent, type ModelOrder, type PriceCategory, START_HOUR } from '../model.ts';
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
  const date = addDays(dayInMadrid(world.clock.now()), dice.between(2, 20));
  const visibility = dice.pick<PriceCategory>(['public', 'public', 'public', 'socio', 'comision']);
  const prices = [dice.between(6, 24) * 100, dice.between(6, 24) * 100];
  const items = Array.from({ length: dice.between(1, 4) }, (_, index) => {
    const pricePublic = dice.pick(prices);
    return { name: DISHES[index], emoji: '🥘', pricePublic, priceMember: pricePublic - 200, priceCommission: pricePublic - 400, places: dice.chance(0.3) ? dice.between(3, 20) : null };
  });
  const hasKitchenService = dice.chance(0.5);
  const maxTickets = dice.chance(0.6) ? dice.between(10, 60) : null;
  const hasGroups = dice.chance(0.4);
  const reminderAt = dice.pick(['09:00', '10:00', '18:30']);
  const kitchenDeadline = dice.chance(0.7) ? new Date(instantInMadrid(date, KITCHEN_HOUR)) : null;
  const memberQuota = dice.chance(0.4) ? dice.between(1, 4) : null;
  const title = `Sopar ${dice.below(1_000_000)}`;
  const { status, body } = await world.insist<{ id: number } & Problem>(dice, {
    path: '/api/admin/events',
    key: `event-${world.model.events.size}-${dice.below(2 ** 31)}`,
    cookie: await cookieFor(world, secretary),
    body: { title, date, time: START_HOUR, description: 'Vine a sopar', price: 1000, image: '🥘', visibility, maxTickets, memberQuota, kitchenDeadline, reminderAt, groups: hasGroups, waitingList: true, givingAllowed: true, door: { exitReentry: false, kitchenService: hasKitchenService }, sections: [{ name: 'Plat', required: true, maxSelection: 1, items }], options: [] },
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
    hasKitchenService,
    memberQuota,
    reminderAt,
    hasGroups,
    kitchenDeadline,
    isMoved: false,
    chooseUntil: null,
    changedAt: null,
    state: 'open',
  };
  world.model.events.set(event.id, event);
  world.record.did(secretary.name, `makes event, ${event.id} on ${date}, ${maxTickets ?? 'no'} places, ${visibility}`, { eventId: event.id });
}

/** Gives an order's money back, or that of one of its tickets. */
export async function refundSome(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  const { dice } = secretary;
  const valid = order.tickets.filter(({ state }) => state === 'valid');
  if (order.state !== 'paid' || order.means !== 'card' || valid.length === 0 || leftOf(order).byCard === 0) return;
  const isWhole = dice.chance(0.5);
  const paidFor = valid.filter(({ price }) => price > 0);
  if (!isWhole && paidFor.length === 0) return;
  const given = isWhole ? order.tickets.filter(({ state }) => state === 'valid' || state === 'used') : [dice.pick(paidFor)];
  const { status, body } = await world.insist<Problem>(dice, {
    path: `/api/admin/orders/${order.id}/refund`,
    cookie: await cookieFor(world, secretary, { proved: true }),
    body: { reason: 'No poden vindre', ...(!isWhole && { ticketIds: given.map(({ id }) => id) }) },
  });
  if (status !== 202 && body.code !== 'NOTHING_TO_REFUND') throw differs(world, `a refund is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  // Who was inside has been: a used ticket stays used.
  for (const ticket of given) if (ticket.state === 'valid') ticket.state = 'refunded';
  // The whole order: with what tickets had cost that were ended without their money.
  const left = leftOf(order);
  order.back += isWhole ? left.byCard : Math.min(left.byCard, given[0]!.price);
  endIfOver(order);
  world.record.did(secretary.name, `refunds, ${isWhole ? 'all' : given[0]!.number} of ${order.number}`, { orderId: order.id, eventId: order.eventId });
}

/** Calls an event off: everybody who paid by card gets their money back. */
export async function withdraw(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { status, body } = await world.insist<Problem>(secretary.dice, { method: 'POST', path: `/api/admin/events/${event.id}/withdraw`, cookie: await cookieFor(world, secretary, { proved: true }), body: {} });
  if (status !== 202 && status !== 409) throw differs(world, `a withdrawal is answered ${status} ${JSON.stringify(body)}`, { eventId: event.id });
  event.state = 'withdrawn';
  world.record.did(secretary.name, `withdraws, event ${event.id}`, { eventId: event.id });
}

/** Asks about the orders that buyers left open, as their pages do. */
export async function askAbout(world: World, secretary: Person, orders: readonly ModelOrder[]): Promise<void> {
  for (const order of orders) await lookAtOrder(world, secretary.dice, order);
}

interface SeenTicket {
  id: string;
  ticketNumber: string;
  menu: { items: { id: string }[] }[];
}

/** Reads the codes and dishes of an order that its people may have changed. Answers how many codes are others. */
export async function learnCodes(world: World, secretary: Person, order: ModelOrder, { mayHaveChanged }: { mayHaveChanged?: string } = {}): Promise<number> {
  const { status, body } = await world.insist<{ tickets: SeenTicket[] }>(secretary.dice, { path: `/api/admin/orders/${order.id}`, cookie: await cookieFor(world, secretary) });
  if (status !== 200) throw differs(world, `order ${order.number} is answered ${status} to the secretary`, { orderId: order.id });
  const replaced = body.tickets.filter(({ id }) => order.tickets.every((ticket) => ticket.id !== id));
  for (const { id, ticketNumber, menu } of body.tickets) {
    const ticket = order.tickets.find(({ number }) => number === ticketNumber);
    if (ticket === undefined) throw differs(world, `order ${order.number} has ticket ${ticketNumber} that nobody bought`, { orderId: order.id });
    if (ticket.id !== id) ticket.oldIds.push(ticket.id);
    ticket.id = id;
    const dishId = menu[0]?.items[0]?.id ?? '';
    if (dishId !== ticket.dishId && ticketNumber !== mayHaveChanged) throw differs(world, `ticket ${ticketNumber} has another dish`, { orderId: order.id });
    ticket.dishId = dishId;
  }
  return replaced.length;
}

/** Ends tickets without giving money back. */
export async function cancelSome(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  const ticket = order.tickets.find(({ state }) => state === 'valid');
  if (ticket === undefined) return;
  const { status, body } = await world.insist<Problem>(secretary.dice, { path: `/api/admin/orders/${order.id}/cancel`, cookie: await cookieFor(world, secretary, { proved: true }), body: { reason: 'Repetit', ticketIds: [ticket.id] } });
  if (status !== 204 && body.code !== 'NOTHING_TO_CANCEL') throw differs(world, `ending ${ticket.number} is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  // Of an event that was called off its refund may have come first.
  ticket.state = world.model.events.get(order.eventId)!.state === 'withdrawn' ? 'over' : 'cancelled';
  endIfOver(order);
  world.record.did(secretary.name, `ends, ${ticket.number} of ${order.number}`, { orderId: order.id, eventId: order.eventId });
}

/** Corrects the address of an order: its tickets are mailed there once more; its link and codes stay. */
export async function correctAddress(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  if (order.email === null || order.isCorrected) return;
  const { status, body } = await world.insist<Problem>(secretary.dice, { path: `/api/admin/orders/${order.id}/email`, cookie: await cookieFor(world, secretary, { proved: true }), body: { email: `nova-${order.email}` } });
  // Asked for again, an answer having been lost, it finds the address as it is to be.
  if (status !== 204) throw differs(world, `correcting an address is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  order.isCorrected = true;
  await lookAtOrder(world, secretary.dice, order);
  await learnCodes(world, secretary, order);
  world.record.did(secretary.name, `corrects an address, ${order.number}`, { orderId: order.id, eventId: order.eventId });
}

export async function resend(world: World, secretary: Person, order: ModelOrder): Promise<void> {
  const isByBuyer = secretary.dice.chance(0.5);
  const { status, body } = isByBuyer
    ? await world.insist<Problem>(secretary.dice, { method: 'POST', path: `/api/orders/${order.id}/resend`, key: `resend-${secretary.dice.below(2 ** 31)}` })
    : await world.insist<Problem>(secretary.dice, { method: 'POST', path: `/api/admin/orders/${order.id}/resend`, cookie: await cookieFor(world, secretary) });
  const isOver = world.model.events.get(order.eventId)!.state === 'withdrawn';
  if (![202, 429].includes(status) && !(isOver && status === 409)) throw differs(world, `sending ${order.number} again is answered ${status} ${JSON.stringify(body)}`, { orderId: order.id });
  world.record.did(secretary.name, `sends again ${status}, ${order.number}`, { orderId: order.id });
}

/** Raises prices and places; who has ordered keeps what was agreed. */
export async function editEvent(world: World, secretary: Person, event: ModelEvent): Promise<void> {
  const { dice } = secretary;
  const path = `/api/admin/events/${event.id}`;
  const { body: seen } = await world.insist<{ version: number; maxTickets: number | null; sections: { items: EditedDish[] }[] }>(dice, { path, cookie: await cookieFor(world, secretary) });
  const raise = dice.pick([0, 0, 100, 250]);
  const maxTickets = seen.maxTickets === null ? null : seen.maxTickets + dice.between(0, 5);
  const sections = seen.sections.map((section) => ({
    ...section,
    items: section.items.map((dish) => ({ ...dish, pricePublic: dish.pricePublic + raise, priceMember: dish.priceMember + raise, priceCommission: dish.priceCommission + raise })),
  }));
  const { status, body } = await world.insist<Problem>(dice, { method: 'PUT', path, key: `edit-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, headers: { 'If-Match': `"${seen.version}"` }, cookie: await cookieFor(world, secretary), body: { ...seen, maxTickets, sections } });
  if (status !== 200) throw differs(world, `an edit of event ${event.id} is answered ${status} ${JSON.stringify(body)}`, { eventId: event.id });
  event.maxTickets = maxTickets;
  for (const { prices } of event.dishes) for (const category of ['public', 'socio', 'comision'] as const) prices[category] += raise;
  world.record.did(secretary.name, `edits, event ${event.id}: ${raise} dearer, ${maxTickets ?? 'no'} places`, { eventId: event.id });
}
