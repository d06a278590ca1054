import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { aMember, MEMBER_PASSWORD } from '#tests/support/people/accounts.ts';

import { actEverythingBeside, actsOfDay, actsOfEvening, actsOfMorning, comingEvents, type Day, type People } from './acts.ts';
import { aPerson, type Person, staffOf } from './actors/person.ts';
import { loseAndRestore } from './actors/backup-keeper.ts';
import { settleSecondFestival } from './actors/second-festival.ts';
import { registerReceiver } from './actors/programmer.ts';
import { keepTheDoorOnShift } from './actors/volunteer.ts';
import { closeDrawer } from './actors/cashier.ts';
import { askTheDoctor } from './compare.ts';
import { restAndCompare } from './night.ts';
import { openWorld, type Options, type World } from './world.ts';

export interface Report {
  days: number;
  orders: number;
  acts: ReadonlyMap<string, number>;
  calls: ReadonlyMap<string, number>;
  faults: ReadonlyMap<string, number>;
  /** Milliseconds spent, by what on. */
  times: ReadonlyMap<string, number>;
  tookMs: number;
  /** Simulated milliseconds from the end of the faults until nothing waited, by night. */
  rests: readonly number[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NIGHT_MOMENTS = 8;
/** What a clock may be wrong by without an alarm. */
const MOST_SKEW_SECONDS = 29;
/** Of nights on which the machine is lost after some sales, and brought back from a backup of before them. */
const SHARE_OF_LOSSES = 1 / 25;
/** After these days an event is looked at no more: its people are forgotten. */
const LOOKED_AT_DAYS = 7;
/** The doctor reads all books since ever. */
const DOCTOR_EVERY_DAYS = 7;
/** On one of so many days everybody of the second festival does everything. */
const THOROUGH_EVERY_DAYS = 30;
/** Not the present: the same seed lives the same days whenever it is played, with both nights on which clocks change in the year. */
const FIRST_DAY = '2030-02-18';
/** From month and day to month and day there are festivals; at other times the association is quiet. */
const SEASONS = [['02-15', '03-22'], ['06-15', '06-30'], ['08-10', '08-31'], ['12-01', '12-23']] as const;
const SHARE_OF_QUIET_DAYS = 0.25;
/** At least as many moments has a day. */
const FEWEST_MOMENTS = 2;

/** Lives so many days of a festival association, and throws a `Difference` at the first thing that is false. */
export async function simulate(options: Options & { onFailure?: (report: Report, error: unknown) => void }): Promise<Report> {
  const world = await openWorld(options, morningOf(FIRST_DAY));
  const [begun, rests] = [performance.now(), new Array<number>()];
  let orders = 0;
  const report = (): Report => {
    const { acts, calls, times } = world.record;
    return { days: rests.length, acts, calls, times, faults: world.faults.thrown, orders: orders + world.model.orders.size, tookMs: performance.now() - begun, rests };
  };
  try {
    const people = await settle(world, options);
    await registerReceiver(world, people.secretary);
    const mailsRead = { count: 0 };
    for (let day = 0; day < options.days; day += 1) {
      await liveADay(world, people, { mailsRead, only: options.only, isThorough: options.isThorough === true || day % THOROUGH_EVERY_DAYS === THOROUGH_EVERY_DAYS - 1 });
      rests.push(await restAndCompare(world, { secretary: people.secretary, withDoctor: day % DOCTOR_EVERY_DAYS === 0 }));
      if (options.faults !== 'none' && world.dice.fork(`loss ${day}`).chance(SHARE_OF_LOSSES)) await loseAndRestore(world, people);
      orders += forgetPast(world);
      options.onNight?.(`${dayInMadrid(world.clock.now())}: ${world.model.orders.size + orders} orders, ${Math.round((performance.now() - begun) / 1_000)} s`);
      world.clock.set(morningOf(addDays(FIRST_DAY, day + 1)));
    }
    await askTheDoctor(world);
    return report();
  } catch (error) {
    options.onFailure?.(report(), error);
    throw error;
  } finally {
    await world.close();
  }
}

async function settle(world: World, { people: count }: Options): Promise<People> {
  const buyers: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const category = world.dice.pick(['public', 'public', 'socio', 'comision'] as const);
    const name = `comprador ${index + 1}`;
    const email = `persona${index + 1}@example.com`;
    if (category !== 'public') await aMember(world.site, { role: category, email, name });
    buyers.push(aPerson(world, { name, email, category, index, password: category === 'public' ? null : MEMBER_PASSWORD }));
  }
  return {
    buyers,
    secretary: staffOf(world, 60_001, { name: 'secretària', email: 'admin@comboi.test' }),
    cashier: staffOf(world, 60_002, { name: 'taquilla', email: 'taquilla@comboi.test' }),
    doorkeeper: staffOf(world, 60_003, { name: 'porta', email: 'porta@comboi.test' }),
    editor: staffOf(world, 60_004, { name: 'redacció', email: 'redaccio@comboi.test' }),
    cheat: aPerson(world, { name: 'tramposa', email: 'tramposa@example.com', category: 'public', index: 60_005 }),
    visitor: aPerson(world, { name: 'visitant', email: 'visitant@example.com', category: 'public', index: 60_006 }),
    festival: await settleSecondFestival(world),
  };
}

async function liveADay(world: World, people: People, { mailsRead, only, isThorough }: Pick<Day, 'mailsRead' | 'only'> & { isThorough: boolean }): Promise<void> {
  const today = dayInMadrid(world.clock.now());
  const dice = world.dice.fork(`day ${today}`);
  world.faults.on = world.faults.level !== 'none';
  world.faults.skewMs = world.faults.falls('clock', dice) ? dice.pick([-1, 1]) * dice.between(1, MOST_SKEW_SECONDS) * 1_000 : 0;
  const day: Day = { world, people, dice, drawer: null, mailsRead, only };
  await actsOfMorning(day);
  for (let moment = 0; moment < momentsOf(today, people); moment += 1) {
    world.clock.advance(dice.between(1, 15) * MINUTE_MS);
    await actsOfDay(day);
    if (dice.chance(0.4)) await world.rounds();
  }
  if (isThorough) await actEverythingBeside(day);
  await rest(world, new Date(instantInMadrid(today, '18:45')));
  const evening = new Date(instantInMadrid(today, '21:00'));
  if (world.clock.now() < evening) world.clock.set(evening);
  await onShift(world, people, today);
  for (const event of comingEvents(world).filter(({ date }) => date === today)) await actsOfEvening({ ...day, event });
  if (day.drawer !== null) await closeDrawer(world, people.cashier, day.drawer);
  if (lengthMs(addDays(today, 1)) !== DAY_MS) await stayUp({ ...day, drawer: null });
}

/** The night on which an hour comes twice, or never. */
async function stayUp(day: Day): Promise<void> {
  const { world, dice } = day;
  world.record.did('nit', 'the clocks change');
  world.clock.set(new Date(instantInMadrid(addDays(dayInMadrid(world.clock.now()), 1), '01:30')));
  for (let moment = 0; moment < NIGHT_MOMENTS; moment += 1) {
    world.clock.advance(dice.between(15, 25) * MINUTE_MS);
    await actsOfDay(day);
    await world.rounds();
  }
}

function momentsOf(today: string, { buyers }: People): number {
  const isSeason = SEASONS.some(([first, last]) => today.slice(5) >= first && today.slice(5) <= last);
  return isSeason ? buyers.length : Math.max(FEWEST_MOMENTS, Math.round(buyers.length * SHARE_OF_QUIET_DAYS));
}

const lengthMs = (day: string): number => instantInMadrid(addDays(day, 1), '00:00') - instantInMadrid(day, '00:00');

/** Whoever has a shift tonight is at that door; whoever has one another day is at none. */
async function onShift(world: World, people: People, today: string): Promise<void> {
  for (const { eventId, email } of world.model.shifts) {
    const event = world.model.events.get(eventId);
    const member = people.buyers.find((buyer) => buyer.email === email);
    if (event === undefined || member === undefined || event.state !== 'open') continue;
    const tonight = world.model.shifts.filter((shift) => shift.email === email && world.model.events.get(shift.eventId)?.date === today).map((shift) => shift.eventId);
    if (event.date !== today && (tonight.length > 0 || event.date < today)) continue;
    const other = comingEvents(world).find(({ id }) => !tonight.includes(id) && id !== eventId);
    await keepTheDoorOnShift(world, member, { event, other, isOn: event.date === today });
  }
}

/** An hour of the afternoon in which nothing goes wrong: whatever is due by day gets its turn by day. */
async function rest(world: World, from: Date): Promise<void> {
  if (world.clock.now() < from) world.clock.set(from);
  world.faults.on = false;
  await world.calm();
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(5 * MINUTE_MS);
    await world.rounds();
  }
  world.faults.on = world.faults.level !== 'none';
}

function forgetPast(world: World): number {
  const before = world.model.orders.size;
  const oldest = addDays(dayInMadrid(world.clock.now()), -LOOKED_AT_DAYS);
  const past = new Set([...world.model.events.values()].filter(({ date }) => date < oldest).map(({ id }) => id));
  for (const id of past) world.model.events.delete(id);
  for (const [id, { eventId }] of world.model.orders) if (past.has(eventId)) world.model.orders.delete(id);
  for (const [code, eventId] of world.model.groups) if (past.has(eventId)) world.model.groups.delete(code);
  world.model.shifts = world.model.shifts.filter(({ eventId }) => !past.has(eventId));
  return before - world.model.orders.size;
}

const morningOf = (day: string): Date => new Date(instantInMadrid(day, '08:00'));
