import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket } from '#tests/support/people/buyers.ts';
import { give, take } from '#tests/support/people/transfers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEntry } from '#tests/support/people/waiting.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { collectPersonalData, erasePersonalData } from './service.server.ts';

interface Collected {
  account: { name: string };
  orders: { orderNumber: string }[];
}

const DAY_MS = 24 * 3_600_000;

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => closeInOrder(app));

/** The tables that hold a word anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db.query);
  const found = await Promise.all(rows.map(async ({ name }) => (await sql`select from ${sql.table(name)} as t where t::text ilike ${`%${word}%`} limit 1`.execute(app.db.query)).rows.length > 0));
  return rows.filter((_, at) => found[at]).map(({ name }) => name);
}

test('all that is kept of one address is told, and erased but for the sums', async () => {
  const member = await aMember(app, { email: 'blanca.dret@example.com', name: 'Blanca Sendra' });
  const [event, full] = [await anEvent(app), await anEvent(app, { maxTickets: 1 })];
  const cookie = await login(app, member);
  const own = await aPaidOrder(app, { event, cookie, tickets: [aTicket(event, { note: 'sense nous de macadàmia' })] });
  const asGuest = await aPaidOrder(app, { event, body: { email: 'Blanca.Dret@example.com', userName: 'Blanca Sendra' } });
  await aPaidOrder(app, { event: full, body: { email: 'altra.dret@example.com' } });
  await take(app, await give(app, { orderId: asGuest.orderId, ticketNumber: `${asGuest.orderNumber}-T1` }), { name: 'Ximo Sendra' });
  await anEntry(app, full, 2, member.email);
  await app.round('outbox');
  const collected = (await collectPersonalData(app, ' Blanca.Dret@EXAMPLE.com')) as unknown as Collected;
  expect(collected.account).toMatchObject({ name: 'Blanca Sendra', sessions: [{}] });
  expect(collected.orders.map(({ orderNumber }) => orderNumber).toSorted()).toEqual([own.orderNumber, asGuest.orderNumber].toSorted());
  expect(JSON.stringify(collected)).toContain('macadàmia');
  expect(JSON.stringify(collected)).not.toContain(own.orderId);
  expect(collected).toMatchObject({ mails: [{}, {}], waitingLists: [{ eventTitle: full.title, places: 2, status: 'waiting' }] });

  expect(await erasePersonalData(app.deps, member.email)).toMatchObject({ outcome: 'erased', orders: 0, left: { account: null, orders: [{}, {}] } });
  app.clock.advance(40 * DAY_MS);
  expect(await erasePersonalData(app.deps, member.email)).toMatchObject({ outcome: 'erased', orders: 2, left: { groups: [], orders: [], toldToPrograms: [], mails: [], waitingLists: [] } });

  const left = [...new Set([...(await tablesWith('blanca.dret')), ...(await tablesWith('sendra')), ...(await tablesWith('macad_mia'))])];
  figure('N1 fields told of one address; tables that hold a word of it after its erasure', `${Object.keys(collected.orders[0]!).length + Object.keys(collected.account).length}; ${left.length}`);
  expect(left).toEqual([]);
  expect(await app.db.query.selectFrom('orders').select('totalAmount').where('id', 'in', [own.orderId, asGuest.orderId]).execute()).toHaveLength(2);
});

test('an admin is not erased', async () => {
  await aMember(app, { role: 'admin', email: 'presidenta.dret@example.com' });
  expect(await erasePersonalData(app.deps, 'presidenta.dret@example.com')).toEqual({ outcome: 'admin' });
});

test('nothing is kept of whom nobody knows', async () => {
  expect(await collectPersonalData(app, 'ningu.dret@example.com')).toEqual({ account: null, groups: [], orders: [], toldToPrograms: [], needs: [], mails: [], shifts: [], waitingLists: [] });
});
