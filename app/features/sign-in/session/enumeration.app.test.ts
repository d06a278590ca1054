import { performance } from 'node:perf_hooks';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { aMember, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket } from '#tests/support/people/buyers.ts';
import { anEntry } from '#tests/support/people/waiting.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { forgetHashes, rememberHashes } from '#tests/support/process/remembered/hashes.ts';

/*
 * Whether an address has an account is told by nothing: not by words, status or length, nor by the work that is done. The
 * time is measured and printed; a slow machine proves nothing about it.
 */

let app: TestApp;
beforeAll(async () => {
  forgetHashes();
  app = await aTestApp();
});
afterAll(async () => {
  await app.close();
  rememberHashes();
});

/** As long as the addresses of members, so that lengths can be compared. */
function stranger(n: number): string {
  return `estrany${String(n).padStart(6, '0')}@example.com`;
}

function acquaintance(n: number): string {
  return `conegut${String(n).padStart(6, '0')}@example.com`;
}

/** What differs from one answer to the next whoever asks. */
const OWN = /(estrany|conegut)\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|ORD-\d+-\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g;

interface Observation {
  seen: string;
  ms: number;
}

async function listen(ask: () => Promise<Response>): Promise<Observation> {
  const startedAt = performance.now();
  const answer = await ask();
  const text = await answer.text();
  return { seen: `${answer.status} ${text.replaceAll(OWN, '…')} ${text.length}`, ms: performance.now() - startedAt };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

/** Asks about both in turn, the order changing; answers everything that was told. */
async function compare(what: string, rounds: number, ask: (email: string) => Promise<Response>): Promise<Set<string>> {
  const observed = { known: [] as Observation[], unknown: [] as Observation[] };
  for (let n = 0; n < rounds; n += 1) {
    const known = async (): Promise<unknown> => observed.known.push(await listen(() => ask(acquaintance(n))));
    const unknown = async (): Promise<unknown> => observed.unknown.push(await listen(() => ask(stranger(n))));
    for (const one of n % 2 === 0 ? [known, unknown] : [unknown, known]) await one();
  }
  const times = { known: median(observed.known.map(({ ms }) => ms)), unknown: median(observed.unknown.map(({ ms }) => ms)) };
  figure(`J3 median with and without an account, ${what}`, `${times.known.toFixed(1)} and ${times.unknown.toFixed(1)} ms, ${Math.abs(times.known - times.unknown).toFixed(1)} ms apart over ${2 * rounds} calls`);
  return new Set([...observed.known, ...observed.unknown].map(({ seen }) => seen));
}

test('a login tells nobody who has an account', async () => {
  const rounds = count({ test: 20, soak: 500 });
  for (let n = 0; n < rounds; n += 1) await aMember(app, { email: acquaintance(n) });
  expect((await compare('login', rounds, (email) => tryLogin(app, { email, password: 'Equivocada1' }))).size).toBe(1);
});

test('a forgotten password tells nobody who has an account', async () => {
  const rounds = count({ test: 40, soak: 500 });
  await app.db.query.deleteFrom('users').where('email', 'like', 'conegut%').execute();
  for (let n = 0; n < rounds; n += 1) await aMember(app, { email: acquaintance(n), password: null });
  expect((await compare('forgotten password', rounds, (email) => sendForm(app, '/forgot-password', { email }))).size).toBe(1);
  expect(await app.db.query.selectFrom('mails').select('id').where('kind', '=', 'password_reset').execute()).toHaveLength(rounds);
});

test('an order tells nobody who has an account', async () => {
  const event = await anEvent(app);
  const body = (email: string): string => JSON.stringify({ eventId: event.id, email, tickets: [aTicket(event)] });
  let buyers = 0;
  // An address for each: what a network may hold is no matter here.
  const place = (email: string): Promise<Response> => {
    buyers += 1;
    return app.ask('/api/orders', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: body(email), address: `198.18.${buyers >> 8}.${buyers & 255}` });
  };
  expect((await compare('order', count({ test: 20, soak: 500 }), place)).size).toBe(1);
});

test('a lost ticket tells nobody who has bought', async () => {
  const rounds = count({ test: 20, soak: 500 });
  const event = await anEvent(app);
  await app.db.query.deleteFrom('users').where('email', 'like', 'conegut%').execute();
  for (let n = 0; n < rounds; n += 1) await aPaidOrder(app, { event, body: { email: acquaintance(n) } });
  expect((await compare('lost ticket', rounds, (email) => sendForm(app, '/tiquet-perdut', { email }))).size).toBe(1);
});

test('a waiting list tells nobody who waits', async () => {
  const rounds = count({ test: 20, soak: 500 });
  const event = await anEvent(app, { maxTickets: 1 });
  await aPaidOrder(app, { event });
  for (let n = 0; n < rounds; n += 1) await anEntry(app, event, 1, acquaintance(n));
  expect((await compare('waiting list', rounds, (email) => sendForm(app, `/avisam/${event.id}`, { places: '1', email }))).size).toBe(1);
});
