import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { aDoorkeeper, type AtTheDoor, soldTickets, undo, admit } from '#tests/support/people/scanners.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Two server processes on one database, and a doorkeeper at each. */
let sites: [TestApp, TestApp];
let keepers: [AtTheDoor, AtTheDoor];
beforeEach(async () => {
  const first = await aTestApp();
  sites = [first, await first.another()];
  keepers = [await aDoorkeeper(first), await aDoorkeeper(first)];
});
afterEach(async () => {
  await sites[1].close();
  await sites[0].close();
});

const AT_ONCE = 8;
const TICKETS = count({ test: 60, soak: 200 });

async function sold(quantity: number): Promise<string[]> {
  const event = await anEvent(sites[0]);
  const ids: string[] = [];
  while (ids.length < quantity) ids.push(...(await soldTickets(sites[0], { event, quantity: Math.min(20, quantity - ids.length), address: `10.0.0.${ids.length}` })).map(({ id }) => id));
  return ids;
}

/** Each ticket shown eight times within a moment, at both doors. */
async function rush(ticketIds: readonly string[]): Promise<{ admitted: number; refusals: Set<string> }> {
  let admitted = 0;
  const refusals = new Set<string>();
  for (const ticketId of ticketIds) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => admit(sites[index % 2]!, keepers[index % 2]!, { ticketId })));
    admitted += answers.filter(({ success }) => success).length;
    for (const { success, code } of answers) if (!success) refusals.add(code);
  }
  return { admitted, refusals };
}

test('one ticket at eight doors within a moment enters once, and the others are told that it was used (D1)', async () => {
  const { admitted, refusals } = await rush(await sold(TICKETS));
  figure(`D1 admitted of ${TICKETS} tickets shown ${AT_ONCE} times at once`, admitted);
  expect(admitted).toBe(TICKETS);
  expect([...refusals]).toEqual(['ALREADY_USED']);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});

test('without the condition on the ticket the same rush lets several in, and the books show it', async () => {
  await sql`
    create function forget_use() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.02);
      if new.kind = 'entry' and new.success then update tickets set status = 'active' where id = new.ticket_id; end if;
      return new;
    end $$`.execute(sites[0].db.query);
  await sql`create trigger forget_use after insert on scans for each row execute function forget_use()`.execute(sites[0].db.query);
  const tickets = 10;
  const { admitted } = await rush(await sold(tickets));
  figure(`D1 admitted of ${tickets} tickets when the first use is forgotten`, admitted);
  expect(admitted).toBeGreaterThan(tickets);
  expect(await violations(sites[0])).toContainEqual(expect.stringContaining('I5'));
});

test('undo and use of one ticket at the same moment leave it either in or out, with the scans to show it', async () => {
  for (const ticketId of await sold(count({ test: 20, soak: 200 }))) {
    const nonce = sites[0].deps.ids.uuid();
    await admit(sites[0], keepers[0], { ticketId, nonce });
    await Promise.all([undo(sites[0], keepers[0], { ticketId, nonce }), undo(sites[0], keepers[0], { ticketId, nonce }), admit(sites[1], keepers[1], { ticketId }), admit(sites[1], keepers[1], { ticketId })]);
  }
  expect(await violations(sites[0])).toEqual([]);
});
