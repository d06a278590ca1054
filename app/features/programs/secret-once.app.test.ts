import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EventDetail } from '#app/features/events/schema.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aTokenMaker, type ATokenMaker } from '#tests/support/programs/tokens.ts';

interface Made {
  id: string;
  token?: string;
  secret?: string;
  code?: string;
  current?: { id: string };
}

const HOUR_MS = 3_600_000;

let app: TestApp;
let maker: ATokenMaker;
let event: EventDetail;
beforeAll(async () => {
  app = await aTestApp();
  maker = await aTokenMaker(app);
  event = await anEvent(app);
});
afterAll(() => closeInOrder(app));

const WITH_SECRET = {
  tokens: { table: 'apiTokens', body: () => ({ name: 'Web', scopes: ['orders:read'] }), refused: { scopes: ['orders:read'] } },
  webhooks: { table: 'webhooks', body: () => ({ url: 'https://example.com/avisos', events: ['order.paid'] }), refused: { url: 'http://10.0.0.1/avisos', events: ['order.paid'] } },
  'evening-passes': { table: 'eveningPasses', body: () => ({ name: 'Porta', eventIds: [event.id], expiresAt: new Date(app.clock.now().getTime() + HOUR_MS).toISOString() }), refused: { name: 'Porta' } },
} as const;

async function make(what: keyof typeof WITH_SECRET, key: string, body: object): Promise<{ status: number; body: Made }> {
  const answer = await app.ask(`/api/admin/${what}`, { method: 'POST', headers: { Cookie: maker.cookie, 'Content-Type': 'application/json', 'Idempotency-Key': key }, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as Made };
}

test.each(Object.keys(WITH_SECRET) as (keyof typeof WITH_SECRET)[])('%s: one key makes one, whose secret is told to the first who asks and stored with no answer', async (what) => {
  const { table, body, refused } = WITH_SECRET[what];
  const sent = body();
  const key = `secret-once-${what}`;
  const count = async (): Promise<number> => (await app.db.query.selectFrom(table).select('id').execute()).length;
  const before = await count();
  expect((await make(what, key, refused)).status).toBeGreaterThanOrEqual(400);
  const answers = await Promise.all([1, 2, 3].map(() => make(what, key, sent)));
  const [made, ...others] = answers.toSorted((one, other) => one.status - other.status);
  const refusal = { code: 'SECRET_SHOWN', current: { id: made!.body.id } };
  expect([made!.status, ...others.map(({ status }) => status)]).toEqual([201, 409, 409]);
  for (const other of others) expect(other.body).toMatchObject(refusal);
  expect(await make(what, key, sent)).toMatchObject({ status: 409, body: refusal });
  expect(await make(what, key, { ...sent, ...('name' in sent ? { name: 'Una altra' } : { people: true }) })).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await count()).toBe(before + 1);

  const secret = made!.body.token ?? made!.body.secret ?? '';
  const stored = await app.db.query.selectFrom('idempotencyKeys').select('answer').where('key', '=', key).executeTakeFirstOrThrow();
  expect([secret.length > 20, JSON.stringify(stored).includes(secret)]).toEqual([true, false]);
  expect((await make(what, `${key}-anew`, sent)).status).toBe(201);
});
