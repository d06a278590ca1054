import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { decideHeld } from '#app/features/door/held/service.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { theAdmin } from '#tests/support/people/admins.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { admit, aDoorkeeper, aPassHolder, ask, aSoldTicket, type AtTheDoor, handIn, type SoldTicket, soldTickets } from '#tests/support/people/scanners.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

/** Two server processes on one database, and a doorkeeper at each. */
let sites: [TestApp, TestApp];
let keepers: [AtTheDoor, AtTheDoor];
let event: EventDetail;
beforeEach(async () => {
  const first = await aTestApp();
  sites = [first, await first.another()];
  keepers = [await aDoorkeeper(first), await aDoorkeeper(first)];
  event = await anEvent(first);
});
afterEach(async () => {
  await sites[1].close();
  await sites[0].close();
});

const TRANSFERS = count({ test: 8, soak: 100 });

async function sold(quantity: number): Promise<SoldTicket[]> {
  const tickets: SoldTicket[] = [];
  while (tickets.length < quantity) tickets.push(...(await soldTickets(sites[0], { event, quantity: Math.min(20, quantity - tickets.length), address: `10.2.0.${tickets.length}` })));
  return tickets;
}

test('one queue handed in by two tabs at once, while a third door lets the same people in, is taken once', async () => {
  const tickets = await sold(40);
  const scans = tickets.map((ticket) => ({ ticket, nonce: sites[0].deps.ids.uuid() }));
  const [one, other, online] = await Promise.all([
    handIn(sites[0], keepers[0], { event, scans }),
    handIn(sites[1], keepers[0], { event, scans: scans.toReversed() }),
    Promise.all(tickets.slice(0, 10).map(({ id }) => admit(sites[1], keepers[1], { ticketId: id }))),
  ]);
  const byNonce = ({ body }: typeof one) => new Map(body.results.map(({ nonce, code, success, conflict }) => [nonce, { code, success, conflict }]));
  expect(byNonce(other)).toEqual(byNonce(one));
  const entered = one.body.results.filter(({ success }) => success).length + online.filter(({ success }) => success).length;
  figure('people let in once by 40 tickets, handed in twice at once', entered);
  expect(entered).toBe(40);
  expect(await sites[0].db.query.selectFrom('scans').select('id').where('offline', '=', true).execute()).toHaveLength(40);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});

/** Each ticket taken while its sender's entry is handed in: how many recipients could come in besides a sender who had. */
async function transferRush(times: number): Promise<{ both: number; unnamed: number }> {
  let [both, unnamed] = [0, 0];
  for (let made = 0; made < times; made += 1) {
    const ticket = await aSoldTicket(sites[0], event);
    const link = await give(sites[0], ticket);
    const [taken, { body }] = await Promise.all([take(sites[0], link, { name: 'Marta' }), handIn(sites[1], keepers[0], { event, scans: [{ ticket }] })]);
    const { id } = await sites[0].db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticket.ticketNumber).executeTakeFirstOrThrow();
    if ((await admit(sites[0], keepers[1], { ticketId: id })).success) both += 1;
    if (taken.status === 303 && body.results[0]?.code !== 'REPLACED') unnamed += 1;
  }
  return { both, unnamed };
}

test('a ticket taken at the moment when its old code is handed in lets in one of the two, and the other is told', async () => {
  const { both, unnamed } = await transferRush(TRANSFERS);
  figure(`recipients let in after senders, of ${TRANSFERS} transfers accepted at that moment`, both);
  expect([both, unnamed]).toEqual([0, 0]);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});

test('without the retired ids both come in', async () => {
  await sql`
    create function forget_retired() returns trigger language plpgsql as $$ begin
      delete from retired_ticket_ids where id = new.id;
      return new;
    end $$`.execute(sites[0].db.query);
  await sql`create trigger forget_retired after insert on retired_ticket_ids for each row execute function forget_retired()`.execute(sites[0].db.query);
  const ticket = await aSoldTicket(sites[0], event);
  await take(sites[0], await give(sites[0], ticket), { name: 'Marta' });
  expect((await handIn(sites[1], keepers[0], { event, scans: [{ ticket }] })).body.results).toMatchObject([{ code: 'NOT_FOUND', ticketNumber: null }]);
  const { id } = await sites[0].db.query.selectFrom('tickets').select('id').where('ticketNumber', '=', ticket.ticketNumber).executeTakeFirstOrThrow();
  expect((await admit(sites[0], keepers[1], { ticketId: id })).success).toBe(true);
});

test('of two admins who decide at once about the scans of an ended pass one does', async () => {
  const chief = await aDoorkeeper(sites[0], { admin: true });
  const admin = await theAdmin(sites[0]);
  for (let made = 0; made < count({ test: 5, soak: 50 }); made += 1) {
    const [pass, ticket] = [await aPassHolder(sites[0], { admin: chief, events: [event] }), await aSoldTicket(sites[0], event)];
    await ask(sites[0], chief, { path: `/api/admin/evening-passes/${pass.id}`, method: 'DELETE' });
    await handIn(sites[0], pass, { event, scans: [{ ticket }] });
    const decided = await Promise.all([true, false].map((isTaken, index) => decideHeld(sites[index]!.deps, admin, { passId: pass.id, eventId: event.id, take: isTaken })));
    const outcomes = decided.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(1);
    const { status } = await sites[0].db.query.selectFrom('tickets').select('status').where('id', '=', ticket.id).executeTakeFirstOrThrow();
    expect(status).toBe(outcomes.includes('taken') ? 'used' : 'active');
  }
  expect(await violations(sites[0])).toEqual([]);
});
