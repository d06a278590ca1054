import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { invariants } from '#app/features/vouchers/invariants.server.ts';
import { violations } from '#tests/support/app/invariants.ts';
import { changeFunction } from '#tests/support/app/changed-functions.ts';
import { deadlocksOf } from '#tests/support/app/deadlocks.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aVoucher } from '#tests/support/app/vouchers.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { order, signedIn } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

/** Two server processes on one database. */
let servers: [TestApp, TestApp];
let admin: string;
beforeEach(async () => {
  const first = await aTestApp();
  servers = [first, await first.another()];
  admin = await signedIn(first, 'admin@comboi.test');
});
afterEach(async () => {
  await servers[1].close();
  await servers[0].close();
});

const BUYERS = 100;
const ATTEMPTS = 200;
const QUOTA = 4;

/** At once, of two events in turn: the row of one event does not keep the other waiting. */
async function rushForCode(code: string): Promise<Map<string, number>> {
  const events = [await anEvent(servers[0]), await anEvent(servers[0])];
  const answers = await Promise.all(Array.from({ length: BUYERS }, async (_, at) => order(servers[at % 2]!, { event: events[(at >> 1) % 2]!, body: { voucher: code } })));
  const outcomes = new Map<string, number>();
  for (const { status, body } of answers) {
    const outcome = status === 201 ? `sold, ${body.discount} off` : body.code;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

async function usesOf(code: string): Promise<number> {
  return (await servers[0].db.query.selectFrom('voucherUses').select('orderId').where('code', '=', code.replace('-', '')).execute()).length;
}

test('a hundred at once use a single code once, and the others are told', async () => {
  const before = await deadlocksOf(...servers);
  const runs = count({ test: 3, soak: 50 });
  for (let run = 0; run < runs; run += 1) {
    const { code } = await aVoucher(servers[0], admin);
    expect(Object.fromEntries(await rushForCode(code))).toEqual({ 'sold, 280 off': 1, VOUCHER_USED_UP: BUYERS - 1 });
    expect(await usesOf(code)).toBe(1);
  }
  expect(await violations(servers[0])).toEqual([]);
  expect((await deadlocksOf(...servers)) - before).toBe(0);
  figure(`Y1 uses of a single code, ${BUYERS} at once, ${runs} runs`, 1);
});

/** Time between looking and writing. */
const delayWrites = (): Promise<void> => changeFunction(servers[0], 'write_orders.sql', [['\nbegin\n', '\nbegin\n  perform pg_sleep(0.2);\n']]);

test('without the lock of the code the same rush uses it more than once', async () => {
  await sql`create or replace function lock_voucher_codes(p_codes text[]) returns void language plpgsql as $$ begin end $$`.execute(servers[0].db.query);
  await delayWrites();
  const { code } = await aVoucher(servers[0], admin);
  await rushForCode(code);
  const uses = await usesOf(code);
  expect(uses).toBeGreaterThan(1);
  const { rows } = await invariants()['I15 a code is used no more often than it may be']!.execute(servers[0].db.query);
  expect(rows).toEqual([{ what: code, how: `${uses} uses of 1` }]);
  figure('Y1 uses of a single code without its lock', uses);
});

async function reducedOf(eventId: number): Promise<number> {
  const { rows } = await sql<{ reduced: number }>`
    select count(*)::integer as reduced from tickets t join orders o on o.id = t.order_id
    where t.event_id = ${eventId} and t.priced_as is null and o.user_id is not null and t.status in ('pending_payment', 'active', 'used')`.execute(servers[0].db.query);
  return rows[0]!.reduced;
}

/** Three sessions of one account, on two servers. At the reduced price nothing is to be paid, so that no hold ends another; how much an account takes for nothing is limited by the hour, so that each run has its own. */
async function rushForQuota(attempts = ATTEMPTS): Promise<{ eventId: number; outcomes: Record<string, number> }> {
  const event = await anEvent(servers[0], { memberQuota: QUOTA, dishes: { Paella: [1400, 0, 0] } });
  const member = await aMember(servers[0], { role: 'socio' });
  const sessions = [await login(servers[0], member), await login(servers[0], member), await login(servers[1], member)];
  const answers = await Promise.all(Array.from({ length: attempts }, async (_, at) => order(servers[at % 2]!, { event, cookie: sessions[at % 3]!, body: { expectedTotal: 0 } })));
  const outcomes: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 201 ? 'sold' : body.code;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { eventId: event.id, outcomes };
}

test('two hundred at once from three sessions of one account get as many reduced tickets as the event allows', async () => {
  const before = await deadlocksOf(...servers);
  const runs = count({ test: 2, soak: 20 });
  const reduced: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { eventId, outcomes } = await rushForQuota();
    expect(outcomes).toEqual({ sold: QUOTA, PRICE_CHANGED: ATTEMPTS - QUOTA });
    reduced.push(await reducedOf(eventId));
  }
  expect(reduced).toEqual(reduced.map(() => QUOTA));
  expect(await violations(servers[0])).toEqual([]);
  expect((await deadlocksOf(...servers)) - before).toBe(0);
  figure(`Y2 reduced tickets of ${QUOTA}, ${ATTEMPTS} at once from 3 sessions, ${runs} runs`, [...new Set(reduced)].join(', '));
});

test('without counting under the lock the same rush gets more', async () => {
  await sql`create or replace function price_refusals(p_event integer, p_now timestamptz, p_orders jsonb, p_refusals jsonb[]) returns jsonb[] language sql as $$ select p_refusals $$`.execute(servers[0].db.query);
  await delayWrites();
  const { eventId } = await rushForQuota(40);
  const reduced = await reducedOf(eventId);
  expect(reduced).toBeGreaterThan(QUOTA);
  figure('Y2 reduced tickets without counting under the lock', reduced);
});
