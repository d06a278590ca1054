import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aMember, login, MEMBER_PASSWORD, type Member, sendForm } from '#tests/support/people/accounts.ts';
import { aPaidOrder } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const LATER_MS = 15 * 60_000 + 1000;

let app: TestApp;
let admin: Member;
let cookie: string;
beforeAll(async () => {
  app = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
});
afterAll(() => app.close());

/** A session in which the password was typed a quarter of an hour ago. */
async function anOldSession(): Promise<void> {
  admin = await aMember(app, { role: 'admin' });
  cookie = await login(app, admin);
  app.clock.advance(LATER_MS);
}

/** What a browser without scripts sends back: the hidden fields of the question, and the password. */
async function answered(prompt: Response, password: string): Promise<Record<string, string>> {
  const html = await prompt.text();
  const form = /<form[^>]*enctype="multipart\/form-data"[^>]*>(.*?)<\/form>/is.exec(html)?.[1] ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const);
  return { ...Object.fromEntries(fields), passwordAgain: password };
}

async function dueRefunds(orderId: string): Promise<number> {
  return (await app.db.query.selectFrom('refunds').select('id').where('orderId', '=', orderId).execute()).length;
}

describe('an admin whose password was typed a quarter of an hour ago', () => {
  test('is asked for it before money goes back, and what was chosen goes on with it', async () => {
    await anOldSession();
    const placed = await aPaidOrder(app, { event: await anEvent(app), quantity: 2 });
    const path = `/admin/orders/${placed.orderId}`;
    const { id: ticket } = await app.db.query.selectFrom('tickets').select('id').where('orderId', '=', placed.orderId).orderBy('ticketNumber').limit(1).executeTakeFirstOrThrow();

    const prompt = await sendForm(app, path, { intent: 'refund-some', ticket, reason: 'No pot vindre' }, { cookie });
    expect(prompt.status).toBe(403);
    expect(await dueRefunds(placed.orderId)).toBe(0);

    const wrong = await sendForm(app, path, await answered(prompt, 'Un4altra'), { cookie });
    expect(wrong.status).toBe(403);
    const html = await wrong.clone().text();
    expect(html).toContain('La contrasenya no és correcta.');
    expect(html).not.toContain('Un4altra');
    expect(await dueRefunds(placed.orderId)).toBe(0);

    const done = await sendForm(app, path, await answered(wrong, MEMBER_PASSWORD), { cookie });
    expect(done.status).toBe(303);
    const [refund] = await app.db.query.selectFrom('audit').select('detail').where('action', '=', 'refund.requested').where('actor', '=', `user:${admin.id}`).execute();
    expect(refund!.detail).toMatchObject({ of: 'tickets', reason: 'No pot vindre' });

    const rest = await sendForm(app, path, { intent: 'refund-some', whole: 'on', reason: 'Tot' }, { cookie });
    expect(rest.status).toBe(303);
    expect(await dueRefunds(placed.orderId)).toBe(2);
  });

  test('is asked before roles and rights change, accounts are made or imported, and events withdrawn', async () => {
    await anOldSession();
    const member = await aMember(app, { role: 'socio' });
    const event = await anEvent(app);
    const forms: [string, Record<string, string>][] = [
      [`/admin/users/${member.id}`, { intent: 'role', from: 'socio', role: 'admin' }],
      [`/admin/users/${member.id}`, { intent: 'rights', right: 'door' }],
      ['/admin/users/new', { name: 'Neus Pla', email: 'neus.pla@example.com', role: 'admin' }],
      ['/admin/users/import', { intent: 'import', text: 'email,full_name,role\nintrus@example.com,Intrús,admin' }],
      [`/admin/events/plans/${event.id}`, { intent: 'withdraw', id: '6f1c0c5e-0000-4000-8000-000000000007', words: 'No es fa.' }],
    ];
    for (const [path, fields] of forms) {
      const prompt = await sendForm(app, path, fields, { cookie });
      expect([path, fields['intent'], prompt.status]).toEqual([path, fields['intent'], 403]);
      expect(await prompt.text()).toContain('Confirma que eres tu');
    }
    expect(await app.db.query.selectFrom('users').select('role').where('id', '=', member.id).executeTakeFirst()).toEqual({ role: 'socio' });
    expect(await app.db.query.selectFrom('users').select('id').where('email', 'in', ['neus.pla@example.com', 'intrus@example.com']).execute()).toEqual([]);
    expect(await app.db.query.selectFrom('events').select('withdrawnAt').where('id', '=', event.id).executeTakeFirst()).toEqual({ withdrawnAt: null });

    const [path, fields] = forms[3]!;
    const imported = await sendForm(app, path, { ...(await answered(await sendForm(app, path, fields, { cookie }), MEMBER_PASSWORD)) }, { cookie });
    expect(await imported.text()).toContain('Llista importada');
  });

  test('is asked by the API too, and shows it there', async () => {
    await anOldSession();
    const placed = await aPaidOrder(app, { event: await anEvent(app) });
    const refund = (): Promise<Response> =>
      app.ask(`/api/admin/orders/${placed.orderId}/refund`, { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify({ reason: 'No pot vindre' }) });
    const show = (password: unknown): Promise<Response> =>
      app.ask('/api/session/password', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify({ password }) });
    const prompt = await refund();
    expect([prompt.status, await prompt.json()]).toMatchObject([403, { code: 'PASSWORD_NEEDED' }]);
    expect((await show('Un4altra')).status).toBe(401);
    expect((await show(7)).status).toBe(401);
    expect((await refund()).status).toBe(403);
    expect((await show(MEMBER_PASSWORD)).status).toBe(204);
    expect((await refund()).status).toBe(202);
    app.clock.advance(LATER_MS);
    expect((await refund()).status).toBe(403);
  });

  test('can be guessed ten times at an open session, not more', async () => {
    await anOldSession();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) {
      const body = JSON.stringify({ password: `Guess${n}x` });
      statuses.push((await app.ask('/api/session/password', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await sendForm(app, '/confirma-contrasenya', { password: MEMBER_PASSWORD }, { cookie })).status).toBe(400);
  });

  test('who was proved in one session is asked in another', async () => {
    await anOldSession();
    const other = await login(app, admin);
    const member = await aMember(app);
    const fields = { intent: 'role', from: 'socio', role: 'comision' };
    expect((await sendForm(app, `/admin/users/${member.id}`, fields, { cookie })).status).toBe(403);
    expect((await sendForm(app, `/admin/users/${member.id}`, fields, { cookie: other })).status).toBe(303);
  });

  test('comes back from the page that asks to the download that was wanted, and nowhere else', async () => {
    await anOldSession();
    const ask = async (next: string): Promise<Response> => app.ask(`/confirma-contrasenya?${new URLSearchParams({ next }).toString()}`, { headers: { Cookie: cookie } });
    const wanted = '/api/admin/events/1/export.csv?kind=orders';
    expect(await (await ask(wanted)).text()).not.toContain('href="/api/');
    const proved = await sendForm(app, `/confirma-contrasenya?${new URLSearchParams({ next: wanted }).toString()}`, { password: MEMBER_PASSWORD }, { cookie });
    expect(proved.status).toBe(303);
    expect(await (await app.ask(proved.headers.get('Location')!, { headers: { Cookie: cookie } })).text()).toContain('href="/api/admin/events/1/export.csv?kind=orders"');
    for (const elsewhere of ['//evil.example/api/admin/x', 'https://evil.example/api/admin/', '/api/orders/x', 'javascript:alert(1)']) {
      expect([elsewhere, (await ask(elsewhere)).headers.get('Location')]).toEqual([elsewhere, '/']);
    }
  });
});
