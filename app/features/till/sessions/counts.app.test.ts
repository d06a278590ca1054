import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aMember, login, type Member } from '#tests/support/people/accounts.ts';
import { aTicket, type Answer, post, type Problem, signedIn } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const QUARTER_MS = 15 * 60_000;

let app: TestApp;
let cookie: string;
let cashier: Member;
beforeAll(async () => {
  app = await aTestApp();
  cashier = await aMember(app, { role: 'socio', rights: ['till'] });
  cookie = await login(app, cashier);
});
afterAll(() => closeInOrder(app));

interface Body extends Problem {
  id: string;
  orderId: string;
  fields?: Record<string, string>;
}

async function call(path: string, body: unknown): Promise<Answer<Body>> {
  return (await post(app, `/api/admin/till/sessions${path}`, { body, headers: { Cookie: cookie } })) as Answer<Body>;
}

let drawers = 0;

async function anOpenDrawer(float = 5_000): Promise<string> {
  drawers += 1;
  return (await call('', { float, name: `Recompte ${drawers}` })).body.id;
}

async function sell(drawer: string, means: string): Promise<string> {
  const event = await anEvent(app);
  const { body } = await call(`/${drawer}/sales`, { eventId: event.id, category: 'public', means, tickets: [aTicket(event)] });
  return body.orderId;
}

async function close(drawer: string, counted: Record<string, number>, more: Record<string, unknown> = { again: true, reason: 'Prova' }): Promise<Answer<Body>> {
  return call(`/${drawer}/close`, { counted, ...more });
}

describe('a count that differs', () => {
  const ask = async (path: string, fields: Record<string, string>, as = cookie): Promise<Response> => app.ask(path, { method: 'POST', headers: { Cookie: as }, body: new URLSearchParams(fields) });
  const isOpen = async (drawer: string): Promise<boolean> => (await app.db.query.selectFrom('tillSessions').select('closedAt').where('id', '=', drawer).executeTakeFirstOrThrow()).closedAt === null;
  const OFF = { intent: 'close', cash: '40', terminal: '0', bizum: '0', note: '', reason: '' };

  test('closes nothing and says what is missing; counted again it closes, or with a reason as it is', async () => {
    const [slip, real] = [await anOpenDrawer(), await anOpenDrawer()];
    for (const drawer of [slip, real]) {
      const refused = await ask(`/admin/till/${drawer}/close`, OFF);
      const page = (await refused.text()).replaceAll('<!-- -->', '');
      expect([refused.status, await isOpen(drawer)]).toEqual([409, true]);
      for (const words of ['Falten 10,00', 'Torna a comptar', 'Tanca així', 'name="cash" value="40"']) expect(page).toContain(words);
    }
    expect((await ask(`/admin/till/${slip}/close`, { ...OFF, cash: '50' })).status).toBe(303);

    const without = await ask(`/admin/till/${real}/close`, { ...OFF, accepted: '-1000 0 0' });
    const html = await without.text();
    expect([without.status, html.includes('Digues per què no quadra'), html.includes('Tanca així')]).toEqual([409, true, true]);
    expect((await ask(`/admin/till/${real}/close`, { ...OFF, accepted: '-1000 0 0', reason: 'Un bitllet fals' })).status).toBe(303);
    const sheet = (await (await app.ask(`/admin/till/${real}/close`, { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
    for (const words of ['Falten 10,00', 'Un bitllet fals', 'Comptat abans']) expect(sheet).toContain(words);
  });

  test('is shown again where a sale has made it another since', async () => {
    const drawer = await anOpenDrawer();
    await sell(drawer, 'cash');
    const again = await ask(`/admin/till/${drawer}/close`, { ...OFF, accepted: '-1000 0 0', reason: 'Un bitllet fals' });
    expect([again.status, (await again.text()).includes('Falten 24,00'), await isOpen(drawer)]).toEqual([409, true, true]);
  });

  test('below zero by card or Bizum, where more went back than came in, is none', async () => {
    const [sold, back] = [await anOpenDrawer(), await anOpenDrawer()];
    const orders = [await sell(sold, 'bizum'), await sell(sold, 'bizum')];
    for (const order of orders) expect((await call(`/${back}/sales/${order}/give-back`, { means: 'bizum', reason: 'No ve' })).status).toBe(200);
    expect((await ask(`/admin/till/${back}/close`, { ...OFF, cash: '50', bizum: '-28' })).status).toBe(303);
    const { countedBizum, expectedBizum } = await app.db.query.selectFrom('tillSessions').select(['countedBizum', 'expectedBizum']).where('id', '=', back).executeTakeFirstOrThrow();
    expect([countedBizum, expectedBizum]).toEqual([-2_800, -2_800]);
    expect(await close(sold, { cash: 5_000, terminal: 0, bizum: 2_800 }, {})).toMatchObject({ status: 200 });
    expect(await close(await anOpenDrawer(), { cash: -1, terminal: 0, bizum: 0 })).toMatchObject({ status: 422 });
  });

  test('is told to programs, who close it with a reason', async () => {
    const drawer = await anOpenDrawer();
    const counted = { cash: 4_000, terminal: 0, bizum: 0 };
    expect(await close(drawer, counted, {})).toMatchObject({ status: 409, body: { code: 'COUNT_DIFFERS', difference: { cash: -1_000, terminal: 0, bizum: 0 } } });
    expect(await close(drawer, counted, { again: true })).toMatchObject({ status: 422, body: { fields: { reason: 'Digues per què no quadra' } } });
    app.clock.advance(QUARTER_MS);
    expect(await close(drawer, counted, { again: true, reason: 'Un bitllet fals' })).toMatchObject({ status: 403, body: { code: 'PASSWORD_NEEDED' } });
    cookie = await login(app, cashier);
    expect(await close(drawer, counted, { again: true, reason: 'Un bitllet fals' })).toMatchObject({ status: 200, body: { difference: { cash: -1_000 } } });
  });

  test('adds up notes and coins where nothing else was typed', async () => {
    const drawer = await anOpenDrawer();
    expect((await ask(`/admin/till/${drawer}/close`, { ...OFF, cash: '', n2000: '2', n500: '1', n200: '2', n50: '2' })).status).toBe(303);
    expect(await app.db.query.selectFrom('tillSessions').select('countedCash').where('id', '=', drawer).executeTakeFirst()).toEqual({ countedCash: 5_000 });
  });

  test('is corrected by an admin beside the first figures, which stay; nobody else may', async () => {
    const drawer = await anOpenDrawer();
    await close(drawer, { cash: 4_000, terminal: 0, bizum: 0 });
    const correction = { intent: 'correct', cash: '50', terminal: '0', bizum: '0', reason: 'Hi havia 10 € davall del calaix' };
    expect((await ask(`/admin/till/${drawer}/correct`, correction)).status).toBe(403);
    const admin = await signedIn(app, 'admin@comboi.test');
    const without = await ask(`/admin/till/${drawer}/correct`, { ...correction, reason: '' }, admin);
    expect([without.status, await without.text()]).toEqual([400, expect.stringContaining('Digues per què es corregix')]);
    expect((await ask(`/admin/till/${drawer}/correct`, correction, admin)).status).toBe(303);
    const sheet = (await (await app.ask(`/admin/till/${drawer}/close`, { headers: { Cookie: admin } })).text()).replaceAll('<!-- -->', '');
    for (const words of ['Quadra al cèntim', 'Diferència corregida', 'Hi havia 10 € davall del calaix', 'Corregir']) expect(sheet).toContain(words);
    expect(await app.db.query.selectFrom('tillSessions').select(['countedCash', 'expectedCash']).where('id', '=', drawer).executeTakeFirst()).toEqual({ countedCash: 4_000, expectedCash: 5_000 });
    const audited = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', drawer).where('action', '=', 'till.corrected').execute();
    expect(audited).toHaveLength(1);
    expect((await (await app.ask('/admin/till?totes', { headers: { Cookie: admin } })).text())).toContain('Corregit');
    const open = await anOpenDrawer();
    expect((await ask(`/admin/till/${open}/correct`, correction, admin)).status).toBe(404);
  });
});

test('a drawer gives back no more cash than it holds, and of a card as much as was sold', async () => {
  const drawer = await anOpenDrawer(1_000);
  const orderId = await sell(drawer, 'terminal');
  const path = `/${drawer}/sales/${orderId}/give-back`;
  expect(await call(path, { means: 'cash', reason: 'No ve' })).toMatchObject({ status: 422, body: { fields: { means: 'A la caixa no hi ha tant efectiu' } } });
  expect(await app.db.query.selectFrom('tickets').select('status').where('orderId', '=', orderId).execute()).toEqual([{ status: 'active' }]);
  expect(await call(path, { means: 'terminal', reason: 'No ve' })).toMatchObject({ status: 200, body: { amount: 1_400 } });
});
