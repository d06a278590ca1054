import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { PlacedOrder } from '#app/features/checkout/schema.ts';
import type { OrderState } from '#app/features/order-result/schema.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';

import { differs } from '../difference.ts';
import type { World } from '../world.ts';
import { aPerson, cookieFor, type Person, staffOf } from './person.ts';
import { linkInMail, WAITING_LINK } from './presser.ts';

/**
 * A festival beside the one that the model follows: its events, orders and accounts are there for people who press whatever their
 * pages show. What it must leave in order is the doctor's to say.
 */
export interface SecondFestival {
  admin: Person;
  editor: Person;
  cashier: Person;
  doorkeeper: Person;
  /** Without accounts, and with. */
  guests: readonly Person[];
  members: readonly (Person & { userId: string })[];
  /** The last ones made, of which the oldest are over. */
  events: FestivalEvent[];
}

export interface FestivalEvent {
  id: number;
  date: string;
  sectionId: string;
  dishIds: string[];
  orders: FestivalOrder[];
}

export interface FestivalOrder {
  id: string;
  number: string;
  buyer: Person;
  tickets: { id: string; number: string }[];
}

const MINUTE_MS = 60_000;
const MAX_EVENTS = 3;
const [GUESTS, MEMBERS] = [3, 3];
const FIRST = 50_000;

export async function settleSecondFestival(world: World): Promise<SecondFestival> {
  const members: (Person & { userId: string })[] = [];
  for (let index = 0; index < MEMBERS; index += 1) {
    const email = `festa${index + 1}@example.com`;
    const name = `fester ${index + 1}`;
    const { id } = await aMember(world.site, { role: index === 0 ? 'comision' : 'socio', email, name });
    members.push({ ...aPerson(world, { name, email, category: index === 0 ? 'comision' : 'socio', password: MEMBER_PASSWORD, mayBeShutOut: true, index: FIRST + index }), userId: id });
  }
  const guests = Array.from({ length: GUESTS }, (_, index) => aPerson(world, { name: `passavolant ${index + 1}`, email: `festa${MEMBERS + index + 1}@example.com`, category: 'public', index: FIRST + 10 + index }));
  return {
    admin: staffOf(world, FIRST + 20, { name: 'becària', email: 'admin@comboi.test' }),
    editor: staffOf(world, FIRST + 21, { name: 'becari', email: 'redaccio@comboi.test' }),
    cashier: staffOf(world, FIRST + 22, { name: 'caixera', email: 'taquilla@comboi.test' }),
    doorkeeper: staffOf(world, FIRST + 23, { name: 'porter', email: 'porta@comboi.test' }),
    guests,
    members,
    events: [],
  };
}

/** An event with everything that an event may have. */
export async function holdAnotherEvent(world: World, festival: SecondFestival, day?: string): Promise<FestivalEvent> {
  const { admin, events } = festival;
  const { dice } = admin;
  const date = day ?? addDays(dayInMadrid(world.clock.now()), dice.between(0, 6));
  const items = ['Paella', 'Fideuà', 'Torrades'].map((name, index) => ({ name, emoji: '🥘', pricePublic: 1_000 + (index % 2) * 200, priceMember: 800 + (index % 2) * 200, priceCommission: 600 + (index % 2) * 200, places: index === 2 ? 20 : null, allergens: ['gluten'] }));
  const body = { title: `Festa ${dice.below(1_000_000)}`, date, time: '21:30', description: 'Festa', price: 1000, image: '🎆', visibility: 'public', maxTickets: dice.between(12, 24), kitchenDeadline: new Date(instantInMadrid(date, '12:00')), asksNeeds: true, reminderAt: '10:00', groups: true, waitingList: true, givingAllowed: true, door: { exitReentry: dice.chance(0.5), kitchenService: true }, sections: [{ name: 'Plat', required: true, maxSelection: 1, items }], options: [] };
  const made = await world.insist<{ id: number }>(dice, { path: '/api/admin/events', key: `festa-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, admin), body });
  if (made.status !== 201) throw differs(world, `a new event is answered ${made.status} ${JSON.stringify(made.body)}`);
  const seen = await world.insist<{ sections: { id: string; items: { id: string }[] }[] }>(dice, { path: `/api/admin/events/${made.body.id}`, cookie: await cookieFor(world, admin) });
  const section = seen.body.sections[0]!;
  const event: FestivalEvent = { id: made.body.id, date, sectionId: section.id, dishIds: section.items.map(({ id }) => id), orders: [] };
  events.unshift(event);
  events.splice(MAX_EVENTS);
  world.record.did(admin.name, `makes event, ${event.id}`);
  return event;
}

const COLLES = ['Els Quintos', 'La Replegà', 'Cosins'];

/** Buys in a colla, with what somebody can't eat; most of them pay. */
export async function buyThere(world: World, buyer: Person, event: FestivalEvent): Promise<FestivalOrder | null> {
  const { dice } = buyer;
  const tickets = Array.from({ length: dice.between(1, 3) }, () => ({ sections: { [event.sectionId]: [dice.pick(event.dishIds)] }, options: [], ...(dice.chance(0.4) && { needs: { codes: [dice.pick(['milk', 'gluten'])], other: dice.chance(0.3) ? 'kiwi' : '', consent: true } }) }));
  const { status, body } = await world.insist<PlacedOrder>(dice, { path: '/api/orders', key: `festa-${dice.below(2 ** 31)}-${dice.below(2 ** 31)}`, cookie: await cookieFor(world, buyer), address: buyer.address, body: { eventId: event.id, email: buyer.email, userName: buyer.name, tickets, ...(dice.chance(0.6) && { group: { name: dice.pick(COLLES), firstName: 'Neus' } }) } });
  world.record.did(buyer.name, `orders ${status}, event ${event.id}`);
  if (status !== 201 || body.paymentUrl === null) return null;
  if (dice.chance(0.15)) return null;
  await world.insist(dice, { path: new URL(body.paymentUrl).pathname, form: { action: dice.chance(0.1) ? 'decline' : 'pay' }, address: buyer.address });
  const { body: reported } = await world.insist<OrderState>(dice, { path: `/api/orders/${body.orderId}` });
  const order: FestivalOrder = { id: body.orderId, number: body.orderNumber, buyer, tickets: reported.tickets.map(({ id, ticketNumber }) => ({ id, number: ticketNumber })) };
  if (order.tickets.length > 0) event.orders.push(order);
  return order;
}

const MOST_BUYERS = 12;

/** Sells what is left, and leaves somebody waiting for more, who confirms it. */
export async function sellOut(world: World, { festival, event }: { festival: SecondFestival; event: FestivalEvent }): Promise<void> {
  const everybody = [...festival.guests, ...festival.members];
  const { dice } = festival.admin;
  for (let buyer = 0; buyer < MOST_BUYERS; buyer += 1) await buyThere(world, dice.pick(everybody), event);
  const who = dice.pick(everybody);
  const { status } = await world.insist(dice, { path: `/avisam/${event.id}`, form: { places: String(dice.between(1, 3)), email: who.email }, address: who.address });
  world.clock.advance(MINUTE_MS);
  await world.rounds();
  const link = linkInMail(world, who.email, WAITING_LINK);
  if (link !== null) await world.insist(dice, { path: link, form: { intent: 'confirm' }, address: who.address });
  world.record.did(who.name, `asks to wait ${status}, event ${event.id}`);
}
