import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aMember, login, type Member, sendForm } from '#tests/support/people/accounts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { accept, aShift } from '#tests/support/app/shifts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const COMING = 8;

/** Two server processes on one database, and people at their phones. */
let sites: [TestApp, TestApp];
let people: (Member & { cookie: string })[];
let admin: string;
beforeAll(async () => {
  const first = await aTestApp({ env: { COMBOI_ADMIN_SECOND_FACTOR: '0' } });
  sites = [first, await first.another()];
  admin = await login(first, await aMember(first, { role: 'admin' }));
  people = await Promise.all(Array.from({ length: COMING }, async () => {
    const member = await aMember(first);
    return { ...member, cookie: await login(first, member) };
  }));
});
afterAll(async () => {
  await sites[1].close();
  await sites[0].close();
});

const press = async (at: number, { cookie }: { cookie: string }, torn: string): Promise<number> => (await sendForm(sites[at % 2]!, '/torns', { intent: 'apuntar', torn }, { cookie })).status;

async function confirmedIn(shiftIds: readonly string[]): Promise<number> {
  return (await sites[0].db.query.selectFrom('shiftSignups').select('userId').where('shiftId', 'in', [...shiftIds]).where('state', '=', 'confirmed').execute()).length;
}

const rush = (shift: string): Promise<number[]> => Promise.all(people.map((person, at) => press(at, person, shift)));

test('the last place of a shift goes to one of those who press at once, and the others are told', async () => {
  const before = await deadlocksOf(...sites);
  const runs = count({ test: 10, soak: 200 });
  const taken: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const shift = await aShift(sites[0], await anEvent(sites[0]), { places: 1 });
    const answers = await rush(shift);
    expect(answers.toSorted()).toEqual([303, ...Array.from({ length: COMING - 1 }, () => 409)]);
    taken.push(await confirmedIn([shift]));
    await sites[0].db.query.deleteFrom('shifts').where('id', '=', shift).execute();
  }
  expect([...new Set(taken)]).toEqual([1]);
  expect((await deadlocksOf(...sites)) - before).toBe(0);
  figure(`I1 people in a shift of one place, ${COMING} at once, ${runs} runs`, [...new Set(taken)].join(', '));
});

test('one person with two phones is not in two overlapping shifts', async () => {
  const runs = count({ test: 10, soak: 200 });
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(sites[0]);
    const shifts = await Promise.all(['20:00', '20:30', '21:00', '22:30'].map(async (starts) => aShift(sites[0], event, { starts, ends: '23:00', places: 5 })));
    const answers = await Promise.all(shifts.map((shift, at) => press(at, people[0]!, shift)));
    expect(answers.toSorted()).toEqual([303, 409, 409, 409]);
    expect(await confirmedIn(shifts)).toBe(1);
    await sites[0].db.query.deleteFrom('shifts').where('eventId', '=', event.id).execute();
  }
});

test('admins who accept more than there are places, while somebody is turned down, never go beyond them', async () => {
  const runs = count({ test: 5, soak: 100 });
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(sites[0]);
    const shift = await aShift(sites[0], event, { kind: 'door', places: 2 });
    for (const person of people) await accept(sites[0], shift, person, 'asked');
    const decide = async (intent: string, at: number): Promise<number> => (await sendForm(sites[at % 2]!, `/admin/torns/${event.id}`, { intent, shift, person: people[at]!.id }, { cookie: admin })).status;
    const answers = await Promise.all(people.map((_, at) => decide(at === 0 ? 'turn-down' : 'accept', at)));
    expect(answers.filter((status) => status !== 303 && status !== 409)).toEqual([]);
    expect(await confirmedIn([shift])).toBe(2);
    await sites[0].db.query.deleteFrom('shifts').where('id', '=', shift).execute();
  }
});

test('a shift that is deleted while people press tells each who got in', async () => {
  const runs = count({ test: 5, soak: 100 });
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(sites[0]);
    const shift = await aShift(sites[0], event, { places: COMING });
    const [deleted, ...answers] = await Promise.all([sendForm(sites[1], `/admin/torns/${event.id}`, { intent: 'delete', shift }, { cookie: admin }).then(({ status }) => status), ...people.map((person, at) => press(at, person, shift))]);
    expect(deleted).toBe(303);
    const notified = await sql<{ mails: number }>`select count(*)::integer as mails from mails where kind = 'shift' and detail ->> 'shiftId' = ${shift} and detail ->> 'about' = 'deleted'`.execute(sites[0].db.query);
    expect(notified.rows[0]!.mails).toBe(answers.filter((status) => status === 303).length);
  }
});

test('without the lock of the shift the same rush takes one place several times', async () => {
  const { query } = sites[0].db;
  const shift = await aShift(sites[0], await anEvent(sites[0]), { places: 1 });
  // Rows that a function returns can't be locked; and there is time between looking and writing.
  await sql`alter table shifts rename to shifts_below`.execute(query);
  await sql`create function all_shifts() returns setof shifts_below language sql as 'select * from shifts_below'`.execute(query);
  await sql`create view shifts as select * from all_shifts()`.execute(query);
  await sql`create function sleep_first() returns trigger language plpgsql as 'begin perform pg_sleep(0.2); return new; end'`.execute(query);
  await sql`create trigger sleep_first before insert on shift_signups for each row execute function sleep_first()`.execute(query);
  await rush(shift);
  const taken = await confirmedIn([shift]);
  expect(taken).toBeGreaterThan(1);
  figure('I1 people in a shift of one place without its lock', taken);
});
