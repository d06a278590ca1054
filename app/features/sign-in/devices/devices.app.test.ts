import { afterAll, beforeAll, expect, test } from 'vitest';

import { aMember, isSignedIn, login, MEMBER_PASSWORD, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

const HOUR_MS = 60 * 60_000;
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await aTestApp();
});
afterAll(() => app.close());

async function loginOn(userAgent: string, email: string): Promise<string> {
  const answer = await app.ask('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ email, password: MEMBER_PASSWORD }),
  });
  return cookieOf(answer.headers);
}

async function devicesOf(cookie: string): Promise<string> {
  return (await (await app.ask('/dispositius', { headers: { Cookie: cookie } })).text()).replaceAll('<!-- -->', '');
}

async function actionsOf(userId: string): Promise<string[]> {
  const rows = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', userId).orderBy('id').execute();
  return rows.map(({ action }) => action);
}

test('lists where one is signed in, and ends one session or all the others', async () => {
  const member = await aMember(app);
  const here = await login(app, member);
  const [phone, second] = [await loginOn(PHONE, member.email), await loginOn(PHONE, member.email)];
  const html = await devicesOf(here);
  expect(html.match(/Chrome · Android<\/p>/g)).toHaveLength(2);
  expect(html).toContain('Este dispositiu');
  const device = /name="device" value="([^"]+)"/.exec(html)![1]!;

  const stranger = await login(app, await aMember(app));
  expect((await sendForm(app, '/dispositius', { device }, { cookie: stranger })).status).toBe(409);
  expect([await isSignedIn(app, phone), await isSignedIn(app, second)]).toEqual([true, true]);

  expect(await (await sendForm(app, '/dispositius', { device }, { cookie: here })).text()).toContain('Hem tancat la sessió en eixe dispositiu.');
  expect([await isSignedIn(app, phone), await isSignedIn(app, second)].filter(Boolean)).toHaveLength(1);
  expect((await sendForm(app, '/dispositius', { device }, { cookie: here })).status).toBe(409);
  await sendForm(app, '/dispositius', { intent: 'end-others' }, { cookie: here });
  expect([await isSignedIn(app, phone), await isSignedIn(app, second), await isSignedIn(app, here)]).toEqual([false, false, true]);
  expect(await actionsOf(member.id)).toEqual(['user.signed_in', 'user.signed_in', 'user.signed_in', 'user.session_ended', 'user.sessions_ended']);
});

test('who came in, who tried and who left stands in the audit, by account', async () => {
  const member = await aMember(app);
  await tryLogin(app, { email: member.email, password: 'Equivocada1' });
  await expect.poll(() => actionsOf(member.id)).toEqual(['user.sign_in_failed']);
  const cookie = await login(app, member);
  await app.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
  expect(await actionsOf(member.id)).toEqual(['user.sign_in_failed', 'user.signed_in', 'user.signed_out']);
});

test("an admin's session ends after twelve hours in which nobody used it; a member's does not", async () => {
  const admin = await login(app, await aMember(app, { role: 'admin' }));
  const member = await login(app, await aMember(app, { role: 'comision', rights: ['till'] }));
  for (let hours = 0; hours < 3; hours += 1) {
    app.clock.advance(11 * HOUR_MS);
    expect(await isSignedIn(app, admin)).toBe(true);
  }
  app.clock.advance(12 * HOUR_MS + 1);
  expect([await isSignedIn(app, admin), await isSignedIn(app, member)]).toEqual([false, true]);
  app.clock.advance(-6 * HOUR_MS);
  expect(await isSignedIn(app, admin)).toBe(false);
});
