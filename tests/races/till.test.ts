import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aTicket, order, post } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent, soldOf } from '#tests/support/app/events.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { statementsThatWait } from '#tests/support/app/waiting-statements.ts';
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

const PRICE = 1_400;
/** Enough for what is given back and taken out before anything was sold. */
const FLOAT = 5_000;

async function drawer(name: string, float = 0): Promise<string> {
  const { body } = await post(sites[0], '/api/admin/till/sessions', { body: { float, name }, headers: { Cookie: cookie } });
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

interface Till {
  event: EventDetail;
  session: string;
  /** An order that was sold before, to be given back. */
  earlier: string;
}

async function aBusyTill(): Promise<Till> {
  const event = await anEvent(sites[0]);
  const session = await drawer(`Porta ${sites[0].deps.ids.uuid()}`, FLOAT);
  return { event, session, earlier: (await sale(sites[0], { session, event })).body.orderId };
}

interface Answered {
  status: number;
  body: { orderId: string; code?: string };
}

async function ask(site: TestApp, path: string, body: unknown): Promise<Answered> {
  return (await post(site, `/api/admin/till/sessions/${path}`, { body, headers: { Cookie: cookie } })) as unknown as Answered;
}

const sale = (site: TestApp, { session, event }: Pick<Till, 'session' | 'event'>): Promise<Answered> => ask(site, `${session}/sales`, { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] });
const close = (site: TestApp, session: string): Promise<Answered> => ask(site, `${session}/close`, { counted: { cash: 0, terminal: 0, bizum: 0 }, again: true, reason: 'Prova' });
const countBlind = (site: TestApp, session: string): Promise<Answered> => ask(site, `${session}/close`, { counted: { cash: 0, terminal: 0, bizum: 0 } });

/** Eight sales, a refund and two movements of cash against a count and two closings, all at once. */
async function closedWhileBusy(till: Till): Promise<{ expected: number; lines: number; refused: string[]; sold: number }> {
  const { session, earlier } = till;
  const [here, there] = sites;
  const cashOf = (amount: number) => async (answer: Promise<Answered>) => ({ amount, answer: await answer });
  const before = Array.from({ length: 4 }, (_, index) => cashOf(PRICE)(sale(sites[index % 2]!, till)));
  const movedIn = cashOf(500)(ask(here, `${session}/movements`, { direction: 'in', amount: 500, reason: 'Canvi' }));
  const refunded = cashOf(-PRICE)(ask(there, `${session}/sales/${earlier}/give-back`, { means: 'cash', reason: 'No ve' }));
  // Counted once, which differs and closes nothing, and closed twice at once, which one of them does.
  const counted = countBlind(here, session);
  const closings = [close(there, session), counted.then(async () => close(here, session))];
  const movedOut = cashOf(-300)(ask(there, `${session}/movements`, { direction: 'out', amount: 300, reason: 'Gel' }));
  const after = Array.from({ length: 4 }, (_, index) => cashOf(PRICE)(sale(sites[index % 2]!, till)));
  const acts = await Promise.all([...before, movedIn, refunded, movedOut, ...after]);
  expect((await Promise.all(closings)).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await counted).body.code).toMatch(/^COUNT_DIFFERS$|^TILL_NOT_OPEN$/);
  const isDone = ({ answer }: (typeof acts)[number]): boolean => answer.status < 300;
  const { expectedCash } = await here.db.query.selectFrom('tillSessions').select('expectedCash').where('id', '=', session).executeTakeFirstOrThrow();
  return {
    expected: expectedCash!,
    lines: FLOAT + PRICE + acts.filter(isDone).reduce((sum, { amount }) => sum + amount, 0),
    refused: acts.filter((act) => !isDone(act)).map(({ answer }) => `${answer.status} ${answer.body.code}`),
    sold: await soldOf(here, till.event.id),
  };
}

const EXPECTED_REFUSALS = new Set(['409 TILL_CLOSING', '409 TILL_NOT_OPEN']);

test('a drawer closed while it sells, gives back and moves cash expects all that was done, and whoever comes later is told', async () => {
  const runs = count({ test: 8, soak: 100 });
  const refusals = new Map<string, number>();
  let unexpected = 0;
  for (let run = 0; run < runs; run += 1) {
    const closed = await closedWhileBusy(await aBusyTill());
    if (closed.expected !== closed.lines) unexpected += 1;
    for (const words of closed.refused) refusals.set(words, (refusals.get(words) ?? 0) + 1);
    expect(await violations(sites[0])).toEqual([]);
  }
  figure(`closings of ${runs} amid eleven acts that expect another sum than was done`, unexpected);
  figure('acts refused by those closings', [...refusals].map(([words, times]) => `${words} ${times}`).join(', ') || 'none');
  expect(unexpected).toBe(0);
  expect([...refusals.keys()].filter((words) => !EXPECTED_REFUSALS.has(words))).toEqual([]);
  expect(await deadlocksOf(...sites)).toBe(0);
});

/** The stock row held by somebody else: a sale waits amid its work. */
async function holdingStock(eventId: number, meanwhile: () => Promise<void>): Promise<void> {
  await sites[0].db.inTransaction(async (tx) => {
    await sql`select 1 from event_stock where event_id = ${eventId} for update`.execute(tx);
    await meanwhile();
  });
}

async function waitUntilBlocked(sessions: number): Promise<void> {
  await expect.poll(() => statementsThatWait(sites[0])).toBe(sessions);
}

test('a closing waits for the sale under way, tells newcomers so, and is later than all it counts', async () => {
  const { event, session } = await aBusyTill();
  const pending: { first?: Promise<Answered>; closing?: Promise<Answered> } = {};
  await holdingStock(event.id, async () => {
    pending.first = sale(sites[0], { session, event });
    await waitUntilBlocked(1);
    pending.closing = close(sites[1], session);
    await waitUntilBlocked(2);
    expect(await sale(sites[1], { session, event })).toMatchObject({ status: 409, body: { code: 'TILL_CLOSING' } });
    sites[0].clock.advance(60_000);
  });
  expect([(await pending.first)?.status, (await pending.closing)?.status]).toEqual([201, 200]);
  expect((await sale(sites[1], { session, event })).body.code).toBe('TILL_NOT_OPEN');
  const closed = await sites[0].db.query.selectFrom('tillSessions').select(['expectedCash', 'closedAt']).where('id', '=', session).executeTakeFirstOrThrow();
  expect(closed).toEqual({ expectedCash: FLOAT + 2 * PRICE, closedAt: sites[0].clock.now() });
  expect(await violations(sites[0])).toEqual([]);
});

test('a sale asked for again while it is under way and the drawer closes is answered once it is done', async () => {
  const { event, session } = await aBusyTill();
  const body = { eventId: event.id, category: 'public', means: 'cash', tickets: [aTicket(event)] };
  const sell = async (site: TestApp): Promise<Answered> => (await post(site, `/api/admin/till/sessions/${session}/sales`, { body, headers: { Cookie: cookie, 'Idempotency-Key': 'one-press-of-a-finger' } })) as unknown as Answered;
  const answers: Promise<Answered>[] = [];
  await holdingStock(event.id, async () => {
    answers.push(sell(sites[0]));
    await waitUntilBlocked(1);
    answers.push(close(sites[1], session));
    await waitUntilBlocked(2);
    answers.push(sell(sites[1]));
    await waitUntilBlocked(3);
  });
  const [first, closed, again] = await Promise.all(answers);
  expect([first?.status, closed?.status, again?.status]).toEqual([201, 200, 201]);
  expect(again?.body.orderId).toBe(first?.body.orderId);
  expect(await soldOf(sites[0], event.id)).toBe(2);
});

test('without the lock of the drawer a closing misses sales, and the books show it', async () => {
  // Found before the database's own: everybody has the drawer, and nobody holds it.
  await sql`create function public.pg_try_advisory_xact_lock_shared(bigint) returns boolean language sql as 'select true'`.execute(sites[0].db.query);
  await sql.raw(`alter database "${new URL(sites[0].databaseUrl).pathname.slice(1)}" set search_path = public, pg_catalog`).execute(sites[0].db.query);
  await sites[1].close();
  sites[1] = await aTestApp({ databaseUrl: sites[0].databaseUrl, clock: sites[0].clock });
  const { event, session } = await aBusyTill();
  const pending: { first?: Promise<Answered> } = {};
  await holdingStock(event.id, async () => {
    pending.first = sale(sites[1], { session, event });
    await waitUntilBlocked(1);
    expect((await close(sites[1], session)).status).toBe(200);
  });
  expect((await pending.first)?.status).toBe(201);
  const found = await violations(sites[0]);
  figure('what the doctor finds after a closing without the lock', found.length);
  expect(found).toContainEqual(expect.stringContaining('I14 a closed drawer expected what its lines add up to'));
});

test('a drawer whose processes have different clocks is in order; a line of long before it was opened is not', async () => {
  const session = await drawer('Barra');
  sites[0].clock.advance(-58_000);
  expect((await ask(sites[1], `${session}/movements`, { direction: 'in', amount: 500, reason: 'Canvi' })).status).toBe(201);
  expect(await violations(sites[0])).toEqual([]);
  sites[0].clock.advance(-3_600_000);
  expect((await ask(sites[1], `${session}/movements`, { direction: 'in', amount: 500, reason: 'Canvi' })).status).toBe(201);
  expect(await violations(sites[0])).toContainEqual(expect.stringContaining('I14 a drawer was open when it sold'));
});
