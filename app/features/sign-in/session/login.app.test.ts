import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aMember, anAppWithPost, isSignedIn, login, MEMBER_PASSWORD, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { forgetHashes, rememberHashes } from '#tests/support/process/remembered/hashes.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await anAppWithPost());
});
afterAll(() => app.close());

function sessionCookie(cookies: string): string {
  return cookies.split('; ').find((cookie) => cookie.includes('session_token'))!;
}

describe('the form', () => {
  test.each([
    ['', 'El correu ha de contenir @'],
    ['maria', 'El correu ha de contenir @'],
    ['maria@example', 'El correu ha de contenir un punt (.)'],
    ['ma.ria@example', 'Format de correu invàlid'],
    ['@a.b', 'Correu massa curt'],
  ])('says of «%s»: %s', async (email, words) => {
    const answer = await sendForm(app, '/login', { email, password: 'x' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(words);
  });

  test('ends at /home, and returns to where one came from on this site alone', async () => {
    const { email } = await aMember(app);
    const fields = { email, password: MEMBER_PASSWORD };
    expect((await sendForm(app, '/login', fields)).headers.get('location')).toBe('/home');
    expect((await sendForm(app, '/login', { ...fields, next: '/order/3' })).headers.get('location')).toBe('/order/3');
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', '/login', 'javascript:alert(1)']) {
      expect((await sendForm(app, '/login', { ...fields, next })).headers.get('location')).toBe('/home');
    }
    expect(await (await app.ask('/login?next=//evil.example')).text()).not.toContain('name="next"');
  });

  test('still knows where one came from after a refusal', async () => {
    const page = await (await app.ask('/login?next=/order/3')).text();
    const address = /<form[^>]* action="([^"]*)"/.exec(page)![1]!;
    const refused = await sendForm(app, address, { email: 'membre0@example.com', password: 'Equivocada1', next: '/order/3' });
    expect(await refused.text()).toContain('name="next" value="/order/3"');
  });

  test('says «Credencials incorrectes» of a wrong password, no account and a disabled one, in the same words', async () => {
    const [member, disabled] = [await aMember(app), await aMember(app, { banned: true })];
    const answers = await Promise.all([
      sendForm(app, '/login', { email: member.email, password: 'Equivocada1' }),
      sendForm(app, '/login', { email: disabled.email, password: MEMBER_PASSWORD }),
      sendForm(app, '/login', { email: 'membre0@example.com', password: 'Equivocada1' }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const pages = await Promise.all(answers.map(async (answer) => (await answer.text()).replaceAll(/membre\d+@example\.com/g, 'someone')));
    expect(pages[0]).toContain('Credencials incorrectes');
    expect(new Set(pages).size).toBe(1);
  });

  test('is not shown to whoever is signed in', async () => {
    const cookie = await login(app, await aMember(app));
    const answer = await app.ask('/login?next=/my-tickets', { headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/my-tickets']);
  });
});

describe('a session', () => {
  test('has a new id at each login; the one the browser had before is dead', async () => {
    const member = await aMember(app);
    const first = await login(app, member);
    const second = cookieOf((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { cookie: first })).headers);
    expect(sessionCookie(second)).not.toBe(sessionCookie(first));
    expect(await isSignedIn(app, first)).toBe(false);
    expect(await isSignedIn(app, second)).toBe(true);
  });

  test('can not be planted: an id that somebody chose, or put in the address, is nobody', async () => {
    const member = await aMember(app);
    const planted = 'comboi.session_token=chosenbysomebodyelse.c2lnbmF0dXJl';
    const after = cookieOf((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { cookie: planted })).headers);
    const token = decodeURIComponent(sessionCookie(after).split('=')[1]!);
    const taken = {
      'kept at the login': after.includes('chosenbysomebodyelse'),
      'known after the login': await isSignedIn(app, planted),
      'read from the address': (await app.ask(`/change-password?comboi.session_token=${encodeURIComponent(token)}`)).status !== 401,
    };
    figure('J10 sessions that were planted and taken', `${Object.values(taken).filter(Boolean).length} of ${Object.keys(taken).length}`);
    expect(taken).toEqual({ 'kept at the login': false, 'known after the login': false, 'read from the address': false });
  });

  test('is a __Host- cookie over https, and no other name is listened to', async () => {
    const safe = await aTestApp({ env: { PUBLIC_URL: 'https://falla.example' } });
    try {
      const member = await aMember(safe);
      const answer = await tryLogin(safe, { email: member.email, password: MEMBER_PASSWORD });
      const cookie = answer.headers.getSetCookie().find((one) => one.includes('session_token'))!;
      expect(cookie).toMatch(/^__Host-comboi\.session_token=/);
      for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie.toLowerCase()).toContain(attribute.toLowerCase());
      expect(cookie.toLowerCase()).not.toContain('domain=');
      const value = cookie.split(';')[0]!;
      expect(await isSignedIn(safe, value)).toBe(true);
      const names = ['comboi.session_token', '__Secure-comboi.session_token'];
      const accepted: string[] = [];
      for (const name of names) if (await isSignedIn(safe, `${name}=${value.split('=').slice(1).join('=')}`)) accepted.push(name);
      figure('J10 other names of the cookie that are listened to', `${accepted.length} of ${names.length}`);
      expect(accepted).toEqual([]);
    } finally {
      await safe.close();
    }
  });

  test('that the library of before had made goes on, without its signature it does not', async () => {
    const member = await aMember(app);
    const token = 'kQ3vT9xLbW2nR7yHc5mZ8pJ4sD6gF1aE';
    const now = app.clock.now();
    await app.db.query.insertInto('sessions').values({ id: app.deps.ids.uuid(), userId: member.id, token, expiresAt: new Date(now.getTime() + 60_000), createdAt: now }).execute();
    expect(await isSignedIn(app, `comboi.session_token=${token}.NtCWuU%2Bjzz%2BzamhL4SSWoyaHwByH5Dftpsdjm2iur8g%3D`)).toBe(true);
    for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}%3D`]) expect(await isSignedIn(app, `comboi.session_token=${value}`)).toBe(false);
  });

  test('is dead after logout, for a copied cookie as well', async () => {
    const cookie = await login(app, await aMember(app, { role: 'admin' }));
    const pages = ['/admin', '/admin/users', '/admin/payments', '/change-password'];
    const statuses = async (): Promise<number[]> => Promise.all(pages.map(async (path) => (await app.ask(path, { headers: { Cookie: cookie } })).status));
    expect(await statuses()).toEqual(pages.map(() => 200));
    const left = await sendForm(app, '/logout', {}, { cookie });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/login']);
    const after = await statuses();
    figure('J11 requests with a copied cookie taken after leaving', `${after.filter((status) => status !== 403 && status !== 401).length} of ${pages.length}`);
    expect(after).toEqual([403, 403, 403, 401]);
  });

  test('ends with DELETE /api/session', async () => {
    const cookie = await login(app, await aMember(app));
    expect((await app.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } })).status).toBe(204);
    expect(await isSignedIn(app, cookie)).toBe(false);
  });

  test('dies when its account is disabled or deleted, and when its time is over', async () => {
    const [disabled, deleted, expired] = [await aMember(app), await aMember(app), await aMember(app)];
    const cookies = [await login(app, disabled), await login(app, deleted), await login(app, expired)];
    await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', disabled.id).execute();
    await app.db.query.deleteFrom('users').where('id', '=', deleted.id).execute();
    await app.db.query.updateTable('sessions').set({ expiresAt: new Date(0) }).where('userId', '=', expired.id).execute();
    const alive = await Promise.all(cookies.map((cookie) => isSignedIn(app, cookie)));
    figure('F10 sessions of an account that is disabled, deleted or over that still live', `${alive.filter(Boolean).length} of ${alive.length}`);
    expect(alive).toEqual([false, false, false]);
  });

  test('whose time is over is forgotten, and no other', async () => {
    const [gone, here] = [await aMember(app), await aMember(app)];
    for (const member of [gone, here]) await login(app, member);
    await app.db.query.updateTable('sessions').set({ expiresAt: new Date(0) }).where('userId', '=', gone.id).execute();
    await app.round('retention');
    expect(await app.db.query.selectFrom('sessions').select('userId').where('userId', 'in', [gone.id, here.id]).execute()).toEqual([{ userId: here.id }]);
  });

  test('that the table has lost only means to log in again', async () => {
    const member = await aMember(app);
    const cookie = await login(app, member);
    await app.db.query.deleteFrom('sessions').execute();
    expect(await isSignedIn(app, cookieOf((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { cookie })).headers))).toBe(true);
  });

  test('shows pages that no cache keeps, and never those of another', async () => {
    const [maria, joan] = [await aMember(app, { name: 'Maria Provençal' }), await aMember(app, { name: 'Joan Escrivà' })];
    const cookies = [await login(app, maria), await login(app, joan)];
    for (let round = 0; round < 3; round += 1) {
      for (const path of ['/', '/tickets', '/contact']) {
        const [hers, his, guests] = await Promise.all([
          app.ask(path, { headers: { Cookie: cookies[0]! } }),
          app.ask(path, { headers: { Cookie: cookies[1]! } }),
          app.ask(path),
        ]);
        expect(hers.headers.get('cache-control')).toContain('no-store');
        const texts = await Promise.all([hers.text(), his.text(), guests.text()]);
        expect(texts.map((text) => [text.includes('Maria Provençal'), text.includes('Joan Escrivà')])).toEqual([[true, false], [false, true], [false, false]]);
      }
    }
  });
});

describe('guessing', () => {
  let guarded: TestApp;
  beforeAll(async () => {
    forgetHashes();
    guarded = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1', TRUST_PROXY: '0' } });
  });
  afterAll(async () => {
    await guarded.close();
    rememberHashes();
  });

  test('many addresses at one account are stopped, and its owner still gets in from a known browser', async () => {
    const member = await aMember(guarded);
    const known = cookieOf((await tryLogin(guarded, { email: member.email, password: MEMBER_PASSWORD }, { address: '203.0.113.1' })).headers);
    const statuses: number[] = [];
    const tries = count({ test: 200, soak: 1000 });
    for (let n = 0; n < tries; n += 50) {
      const batch = Array.from({ length: 50 }, (_, one) => tryLogin(guarded, { email: member.email, password: `Equivocada${n + one}` }, { address: `198.18.${n / 50}.${one}` }));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    figure('J1 tries answered of many addresses at one account', `${statuses.filter((status) => status !== 429).length} of ${tries}`);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(tries - 10);
    expect((await tryLogin(guarded, { email: member.email, password: MEMBER_PASSWORD }, { address: '203.0.113.2' })).status).toBe(429);
    expect((await tryLogin(guarded, { email: member.email, password: MEMBER_PASSWORD }, { address: '203.0.113.2', cookie: known })).status).toBe(204);
  });

  test('the cookie of a known browser is worth nothing for another account', async () => {
    const [mine, theirs] = [await aMember(guarded), await aMember(guarded)];
    const known = cookieOf((await tryLogin(guarded, { email: mine.email, password: MEMBER_PASSWORD }, { address: '203.0.113.3' })).headers);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await tryLogin(guarded, { email: theirs.email, password: 'Equivocada1' }, { address: '203.0.113.3', cookie: known })).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  test('one address at many accounts is stopped', async () => {
    const tries = count({ test: 200, soak: 1000 });
    // All at once, so that they are counted in one minute, however long their hashing takes.
    const answers = await Promise.all(Array.from({ length: tries }, (_, n) => tryLogin(guarded, { email: `ningu${n}@example.com`, password: 'Equivocada1' }, { address: '198.51.100.50' })));
    const answered = answers.filter(({ status }) => status !== 429).length;
    figure('J1 tries answered of one address at many accounts', `${answered} of ${tries}`);
    expect(answered).toBeLessThanOrEqual(60);
  });

  test('fifty people who log in at once from a few networks all get in, and pages go on', async () => {
    const member = await aMember(app);
    const logins = Promise.all(Array.from({ length: 50 }, (_, n) => tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { address: `198.51.100.${n % 5}` })));
    expect((await app.ask('/tickets')).status).toBe(200);
    expect((await logins).filter(({ status }) => status === 204)).toHaveLength(50);
  });

  test('a crowd that would wait too long is told to come back, and nothing of it is held against anyone', async () => {
    const member = await aMember(app);
    const answers = await Promise.all(Array.from({ length: 100 }, () => tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })));
    const busy = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(100 - busy.length);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]!.headers.get('retry-after')).not.toBeNull();
  });

  test.each<[string, (n: number) => string]>([
    ['one /64', (n) => `2001:db8:1:2::${n.toString(16)}`],
    ['many /64 of one /48', (n) => `2001:db8:7:${n.toString(16)}::1`],
    ['many networks', (n) => `198.18.${n}.1`],
  ])('guesses from %s, as many as ever, keep nobody out whose browser the account knows', async (_what, addressOf) => {
    const member = await aMember(app);
    const known = await login(app, member);
    const guesses = Promise.all(Array.from({ length: 200 }, (_, n) => tryLogin(app, { email: `ningu${n}@example.com`, password: 'Equivocada1' }, { address: addressOf(n) })));
    const honest = await Promise.all(Array.from({ length: 12 }, () => tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { cookie: known, address: '203.0.113.1' })));
    expect(honest.map(({ status }) => status)).toEqual(honest.map(() => 204));
    expect((await guesses).some(({ status }) => status === 503)).toBe(true);
  });

  test('guesses from one household leave room for strangers from elsewhere', async () => {
    const member = await aMember(app);
    const guesses = Promise.all(Array.from({ length: 90 }, (_, n) => tryLogin(app, { email: `ningu${n}@example.com`, password: 'Equivocada1' }, { address: `2001:db8:1:2::${n.toString(16)}` })));
    const honest = await Promise.all(Array.from({ length: 12 }, (_, n) => tryLogin(app, { email: member.email, password: MEMBER_PASSWORD }, { address: `203.0.113.${n}` })));
    figure('S2 honest logins refused while one /64 guesses ninety times at once', `${honest.filter(({ status }) => status !== 204).length} of ${honest.length}`);
    expect(honest.map(({ status }) => status)).toEqual(honest.map(() => 204));
    await guesses;
  });
});

describe('a password that was hashed as we used to', () => {
  /** Of `MEMBER_PASSWORD`, made by the library of then. */
  const OLD_HASH = '221c573deaead353f8a4b8ba783ea054:9b90723ca094889abd40fa36014e9ad560f89921e36845c279dd34237d9989f08585ad1317ab204430e135f645d23b4b35a176924d420733f48a31b911802dc2';

  async function hashOf(userId: string): Promise<string | null> {
    const { passwordHash } = await app.db.query.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow();
    return passwordHash;
  }

  test('opens, is hashed anew by the login, and by no wrong one', async () => {
    const member = await aMember(app, { hash: OLD_HASH });
    expect((await tryLogin(app, { email: member.email, password: 'Equivocada1' })).status).toBe(401);
    expect(await hashOf(member.id)).not.toMatch(/^\$argon2id/);
    const answers = await Promise.all(Array.from({ length: 4 }, () => tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await hashOf(member.id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })).status).toBe(204);
  });
});
