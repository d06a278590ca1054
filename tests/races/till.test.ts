import { afterEach, beforeEach, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aTicket, order, post } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import type { EventDetail } from '#app/features/events/schema.ts';

/** Two server processes on one database, and a cashier at each. */
let sites: [TestApp, TestApp];
let cookie: string;
beforeEach(async () => {
  const first = await aTestApp();
  sites = [first, await first.another()];
  cookie = await login(first, await aMember(first, { rights: ['till'] }));
});
afterEach(async () => {
  await sites[1].close();
  await sites[0].close();
});

async function drawer(name: string): Promise<string> {
  const { body } = await post(sites[0], '/api/admin/till/sessions', { body: { float: 0, name }, headers: { Cookie: cookie } });
  return (body as unknown as { id: string }).id;
}

async function sell(site: TestApp, sessionId: string, event: EventDetail): Promise<number> {
  const body = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] };
  return (await post(site, `/api/admin/till/sessions/${sessionId}/sales`, { body, headers: { Cookie: cookie } })).status;
}

test('two tills and the web for the last seat: one gets it, and the others are told', async () => {
  const [first, second] = [await drawer('Porta'), await drawer('Casal')];
  const runs = count({ test: 20, soak: 200 });
  let sold = 0;
  for (let run = 0; run < runs; run += 1) {
    const event = await anEvent(sites[0], { maxTickets: 1 });
    const statuses = await Promise.all([sell(sites[0], first, event), sell(sites[1], second, event), order(sites[run % 2]!, { event }).then(({ status }) => status)]);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    sold += await soldOf(sites[0], event.id);
  }
  expect(sold).toBe(runs);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
  figure(`Last seats sold of ${runs} to two tills and the web at once`, sold);
});

test('a drawer that is closed while it sells expects every sale that was made, and no later one is', async () => {
  const event = await anEvent(sites[0]);
  const session = await drawer('Porta');
  const close = async (): Promise<number> => {
    const counted = { cash: 0, terminal: 0, bizum: 0 };
    return (await post(sites[1], `/api/admin/till/sessions/${session}/close`, { body: { counted }, headers: { Cookie: cookie } })).status;
  };
  const selling = Array.from({ length: 12 }, (_, index) => sell(sites[index % 2]!, session, event));
  const [closed, ...statuses] = await Promise.all([close(), ...selling]);
  expect(closed).toBe(200);
  const sales = statuses.filter((status) => status === 201).length;
  expect(statuses.filter((status) => status === 409)).toHaveLength(12 - sales);
  expect(await soldOf(sites[0], event.id)).toBe(sales);
  const { expectedCash } = await sites[0].db.query.selectFrom('tillSessions').select('expectedCash').where('id', '=', session).executeTakeFirstOrThrow();
  expect(expectedCash).toBe(sales * 1_400);
  expect(await violations(sites[0])).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});
