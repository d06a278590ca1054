import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { aDoorkeeper, admit, type SoldTicket, soldTickets } from '#tests/support/people/scanners.ts';
import { give, linksOf, take, revokeTransfer } from '#tests/support/people/transfers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

/** Two server processes on one database. */
let sites: [TestApp, TestApp];
beforeEach(async () => {
  const first = await aTestApp();
  sites = [first, await first.another()];
});
afterEach(async () => {
  await sites[1].close();
  await sites[0].close();
});

const TIMES = count({ test: 20, soak: 100 });

/** Each link opened by two people at the same moment, at both processes; how many of them had the ticket. */
async function rush(links: readonly string[]): Promise<number> {
  let taken = 0;
  for (const link of links) {
    const outcomes = await Promise.all(sites.map((site, index) => take(site, link, { name: `Amiga ${index}` })));
    taken += outcomes.filter(({ status }) => status === 303).length;
  }
  return taken;
}

async function linksTo(tickets: readonly SoldTicket[]): Promise<string[]> {
  const links: string[] = [];
  for (const ticket of tickets) links.push(await give(sites[0], ticket));
  return links;
}

async function singleTickets(quantity: number): Promise<SoldTicket[]> {
  const event = await anEvent(sites[0]);
  const tickets: SoldTicket[] = [];
  for (let index = 0; index < quantity; index += 1) tickets.push(...(await soldTickets(sites[0], { event, address: `10.1.${index}.1` })));
  return tickets;
}

test('of two who open one link at the same moment one has the ticket', async () => {
  const taken = await rush(await linksTo(await singleTickets(TIMES)));
  figure(`tickets taken of ${TIMES} links, each opened by two at once`, taken);
  expect(taken).toBe(TIMES);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});

test('ten links of one order are each taken by one of two at the same moment, and nobody is told to come back later', async () => {
  const runs = count({ test: 2, soak: 20 });
  const statuses: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const tickets = await soldTickets(sites[0], { event: await anEvent(sites[0]), quantity: 10 });
    await linksTo(tickets);
    const links = await linksOf(sites[0], tickets[0]!.orderId);
    expect(links).toHaveLength(10);
    const taking = links.flatMap((link, place) => sites.map((site, index) => take(site, link, { name: `Amiga ${place}.${index}` })));
    statuses.push(...(await Promise.all(taking)).map(({ status }) => status));
  }
  figure(`links of one order taken at once: ${20 * runs} people`, [...Map.groupBy(statuses, (status) => status)].map(([status, of]) => `${status} ${of.length}`).join(', '));
  expect(statuses.filter((status) => status === 303)).toHaveLength(10 * runs);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await violations(sites[0])).toEqual([]);
});

test('without the mark of the taking both have it, and the books show it', async () => {
  await sql`
    create function forget_taking() returns trigger language plpgsql as $$ begin
      update ticket_transfers set taken_at = null, key_hash = null where ticket_id = new.ticket_id;
      return new;
    end $$`.execute(sites[0].db.query);
  await sql`create trigger forget_taking after insert on retired_ticket_ids for each row execute function forget_taking()`.execute(sites[0].db.query);
  const taken = await rush(await linksTo(await singleTickets(5)));
  expect(taken).toBeGreaterThan(5);
  expect(await violations(sites[0])).toContainEqual(expect.stringContaining("somebody else's"));
});

test('taking, taking back and entering by the door at the same moment leave one code that was let in, or none', async () => {
  const keeper = await aDoorkeeper(sites[0]);
  for (const ticket of await singleTickets(count({ test: 10, soak: 100 }))) {
    const link = await give(sites[0], ticket);
    await Promise.all([take(sites[0], link, { name: 'Marta' }), revokeTransfer(sites[1], ticket), admit(sites[1], keeper, { ticketId: ticket.id })]);
  }
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});
