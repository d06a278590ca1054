import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';

import { goShopping } from './actors/buyer.ts';
import { aPerson, type Person, staffOf } from './actors/person.ts';
import { askAbout, makeEvent, refundSome, withdraw } from './actors/secretary.ts';
import { closeDrawer, keepTheDoor, openDrawer, sellByHand } from './actors/volunteers.ts';
import { compare } from './compare.ts';
import { differs } from './difference.ts';
import type { ModelEvent } from './model.ts';
import { openWorld, type Options, type World } from './world.ts';

export interface Report {
  days: number;
  acts: ReadonlyMap<string, number>;
  calls: ReadonlyMap<string, number>;
  faults: ReadonlyMap<string, number>;
  orders: number;
}

const MINUTE_MS = 60_000;
/** After these days an event is looked at no more: its people are forgotten. */
const LOOKED_AT_DAYS = 7;

/** Lives so many days of a festival association, and throws a `Difference` at the first thing that is false. */
export async function simulate(options: Options): Promise<Report> {
  const world = await openWorld(options, startOfDay(new Date()));
  try {
    const people = await settle(world, options.people);
    let orders = 0;
    for (let day = 0; day < options.days; day += 1) {
      await liveADay(world, people);
      orders += forgetPast(world);
    }
    return { days: options.days, acts: world.record.acts, calls: world.record.calls, faults: world.faults.thrown, orders: orders + world.model.orders.size };
  } finally {
    await world.close();
  }
}

interface People {
  buyers: Person[];
  secretary: Person;
  cashier: Person;
  doorkeeper: Person;
}

async function settle(world: World, count: number): Promise<People> {
  const buyers: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const category = world.dice.pick(['public', 'public', 'socio', 'comision'] as const);
    const name = `comprador ${index + 1}`;
    const email = `persona${index + 1}@example.com`;
    if (category !== 'public') await aMember(world.sites[0], { role: category, email, name });
    buyers.push(aPerson(world, { name, email, category, index, password: category === 'public' ? null : MEMBER_PASSWORD }));
  }
  return {
    buyers,
    secretary: staffOf(world, 60_001, { name: 'secretària', email: 'admin@comboi.test' }),
    cashier: staffOf(world, 60_002, { name: 'taquilla', email: 'taquilla@comboi.test' }),
    doorkeeper: staffOf(world, 60_003, { name: 'porta', email: 'porta@comboi.test' }),
  };
}

async function liveADay(world: World, people: People): Promise<void> {
  const dice = world.dice.fork(`day ${dayInMadrid(world.clock.now())}`);
  const { secretary, cashier } = people;
  world.faults.on = world.faults.level !== 'none';
  const coming = comingEvents(world);
  if (coming.length < 2 || dice.chance(0.15)) await makeEvent(world, secretary);
  if (coming.length > 2 && dice.chance(0.03)) await withdraw(world, secretary, dice.pick(coming));
  const drawer = dice.chance(0.4) ? await openDrawer(world, cashier) : null;
  for (let act = 0; act < people.buyers.length; act += 1) {
    world.clock.advance(dice.between(1, 15) * MINUTE_MS);
    if (dice.chance(0.7)) await goShopping(world, dice.pick(people.buyers));
    if (drawer !== null && dice.chance(0.3)) {
      const events = comingEvents(world);
      if (events.length > 0) await sellByHand(world, cashier, { drawer, event: dice.pick(events) });
    }
    if (dice.chance(0.08)) {
      const paid = [...world.model.orders.values()].filter(({ state, means, tickets }) => state === 'paid' && means === 'card' && tickets.length > 0);
      if (paid.length > 0) await refundSome(world, secretary, dice.pick(paid));
    }
    if (dice.chance(0.5)) await world.rounds();
  }
  const today = dayInMadrid(world.clock.now());
  for (const event of comingEvents(world).filter(({ date }) => date === today)) await keepTheDoor(world, people.doorkeeper, event);
  if (drawer !== null) await closeDrawer(world, cashier, drawer);
  await sleep(world, secretary);
}

/** The night: faults stop, everything comes to rest, and then model and product must agree. */
async function sleep(world: World, secretary: Person): Promise<void> {
  world.faults.on = false;
  await untilAtRest(world);
  await askAbout(world, secretary, [...world.model.orders.values()].filter(({ isPaidAtBank, state, tickets }) => isPaidAtBank && (state === 'pending' || (state === 'paid' && tickets.length === 0))));
  await compare(world);
  world.clock.set(new Date(startOfDay(world.clock.now()).getTime() + 24 * 60 * MINUTE_MS));
}

const LONGEST_UNREST_ROUNDS = 60;

async function untilAtRest(world: World): Promise<void> {
  for (let round = 0; round < LONGEST_UNREST_ROUNDS; round += 1) {
    world.clock.advance(5 * MINUTE_MS);
    await world.rounds();
    if (round >= 10 && (await waiting(world)) === 0) return;
  }
  throw differs(world, `${await waiting(world)} things still wait when nothing goes wrong any more`);
}

/** Mails, refunds and holds that nobody has done yet. */
async function waiting(world: World): Promise<number> {
  const { query } = world.sites[0].db;
  const now = world.clock.now();
  const mails = await query.selectFrom('mails').select((eb) => eb.fn.countAll<string>().as('count')).where('status', 'in', ['pending', 'sending']).executeTakeFirstOrThrow();
  const refunds = await query.selectFrom('refunds').select((eb) => eb.fn.countAll<string>().as('count')).where('status', 'in', ['due', 'pending']).executeTakeFirstOrThrow();
  const holds = await query.selectFrom('orders').select((eb) => eb.fn.countAll<string>().as('count')).where('status', '=', 'pending_payment').where('holdExpiresAt', '<', now).executeTakeFirstOrThrow();
  return Number(mails.count) + Number(refunds.count) + Number(holds.count);
}

const comingEvents = (world: World): ModelEvent[] => [...world.model.events.values()].filter(({ state, date }) => state === 'open' && date >= dayInMadrid(world.clock.now()));

function forgetPast(world: World): number {
  const before = world.model.orders.size;
  const oldest = addDays(dayInMadrid(world.clock.now()), -LOOKED_AT_DAYS);
  const past = new Set([...world.model.events.values()].filter(({ date }) => date < oldest).map(({ id }) => id));
  for (const id of past) world.model.events.delete(id);
  for (const [id, { eventId }] of world.model.orders) if (past.has(eventId)) world.model.orders.delete(id);
  return before - world.model.orders.size;
}

/** Eight in the morning. */
function startOfDay(now: Date): Date {
  return new Date(`${now.toISOString().slice(0, 10)}T07:00:00Z`);
}
