import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, MEMBER_PASSWORD, type Member, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';

import { resetSecondFactorAtTerminal } from './terminal.server.ts';

const STEP_MS = 30_000;

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

interface Protected extends Member {
  secret: string;
  codes: string[];
  cookie: string;
}

async function secretOn(at: TestApp, cookie: string): Promise<string> {
  const html = await (await at.ask('/verificacio', { headers: { Cookie: cookie } })).text();
  return /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(html)![1]!.replaceAll(' ', '');
}

function codeOf(at: TestApp, secret: string, stepsAway = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.clock.now().getTime() + stepsAway * STEP_MS });
}

function wrongCodes(at: TestApp, { secret }: Protected, times: number): string[] {
  const right = [-1, 0, 1].map((steps) => codeOf(at, secret, steps));
  return Array.from({ length: times + right.length }, (_, n) => String(100_000 + n)).filter((code) => !right.includes(code)).slice(0, times);
}

/** An account that has set the factor up, by the screen. */
async function aProtected(at: TestApp, input: Parameters<typeof aMember>[1] = {}): Promise<Protected> {
  const member = await aMember(at, input);
  const cookie = await login(at, member);
  await sendForm(at, '/verificacio', { intent: 'begin' }, { cookie });
  const secret = await secretOn(at, cookie);
  const confirmed = await sendForm(at, '/verificacio', { intent: 'confirm', code: codeOf(at, secret) }, { cookie });
  const codes = [...(await confirmed.text()).matchAll(/<code>([A-Z2-7]{5}-[A-Z2-7]{5})<\/code>/g)].map(([, code]) => code!);
  at.clock.advance(STEP_MS);
  return { ...member, secret, codes, cookie };
}

/** The cookies after a right password: they open nothing yet. */
async function firstStep(at: TestApp, { email }: Member): Promise<string> {
  const answer = await sendForm(at, '/login', { email, password: MEMBER_PASSWORD });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login/codi']);
  return cookieOf(answer.headers);
}

function secondStep(at: TestApp, cookie: string, code: string): Promise<Response> {
  return sendForm(at, '/login/codi', { code }, { cookie });
}

describe('an account with a second factor', () => {
  test('is opened by password and code together, and by neither alone', async () => {
    const member = await aProtected(app);
    const cookie = await firstStep(app, member);
    expect(await isSignedIn(app, cookie)).toBe(false);
    expect((await app.ask('/my-tickets', { headers: { Cookie: cookie } })).status).not.toBe(500);
    expect(await (await app.ask('/api/session', { headers: { Cookie: cookie } })).json()).toEqual({ person: null });
    const wrong = await secondStep(app, cookie, wrongCodes(app, member, 1)[0]!);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('El codi no és correcte');
    expect(await isSignedIn(app, cookie)).toBe(false);
    const right = await sendForm(app, '/login/codi?next=/calendar', { code: codeOf(app, member.secret) }, { cookie });
    expect([right.status, right.headers.get('Location')]).toEqual([303, '/calendar']);
    expect(await isSignedIn(app, cookie)).toBe(true);
    expect((await secondStep(app, '', codeOf(app, member.secret))).headers.get('Location')).toBe('/login');
  });

  test('takes each code once, however many try it at once, the one before and the one after too', async () => {
    const member = await aProtected(app);
    const cookies = await Promise.all(Array.from({ length: 6 }, () => firstStep(app, member)));
    const code = codeOf(app, member.secret);
    const answers = await Promise.all(cookies.map((cookie) => secondStep(app, cookie, code)));
    const taken = answers.filter(({ status }) => status === 303).length;
    figure('J17 uses of one code of the phone at once that succeeded', `${taken} of ${cookies.length}`);
    expect(taken).toBe(1);
    const [late] = cookies.filter((_, index) => answers[index]!.status !== 303);
    expect((await secondStep(app, late!, codeOf(app, member.secret, -1))).status).toBe(400);
    expect((await secondStep(app, late!, codeOf(app, member.secret, 1))).status).toBe(303);
  });

  test('says that a new QR was made, and that the one before is of no use any more', async () => {
    const cookie = await login(app, await aMember(app));
    const begun = await sendForm(app, '/verificacio', { intent: 'begin' }, { cookie });
    expect([begun.status, begun.headers.get('Location')]).toEqual([303, '/verificacio']);
    const before = await secretOn(app, cookie);
    const renewed = await sendForm(app, '/verificacio', { intent: 'begin' }, { cookie });
    const html = await (await app.ask(renewed.headers.get('Location')!, { headers: { Cookie: cookie } })).text();
    expect(html).toContain('QR nou fet');
    expect(await secretOn(app, cookie)).not.toBe(before);
    const wrong = await sendForm(app, '/verificacio?nou=1', { intent: 'confirm', code: codeOf(app, before) }, { cookie });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).not.toContain('QR nou fet');
  });

  test('takes a recovery code once, and no longer once there are new ones', async () => {
    const member = await aProtected(app);
    expect(member.codes).toHaveLength(10);
    const cookies = await Promise.all(Array.from({ length: 4 }, () => firstStep(app, member)));
    const answers = await Promise.all(cookies.map((cookie) => secondStep(app, cookie, member.codes[0]!.toLowerCase())));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const other = await aProtected(app);
    expect((await secondStep(app, await firstStep(app, other), member.codes[1]!)).status).toBe(400);

    const renewed = await sendForm(app, '/verificacio', { intent: 'codes' }, { cookie: member.cookie });
    const fresh = /<code>([A-Z2-7]{5}-[A-Z2-7]{5})<\/code>/.exec(await renewed.text())![1]!;
    expect((await secondStep(app, await firstStep(app, member), member.codes[1]!)).status).toBe(400);
    expect((await secondStep(app, await firstStep(app, member), fresh)).status).toBe(303);
  });

  test('is guessed at ten times in a quarter of an hour, by whoever has the password', async () => {
    const member = await aProtected(app);
    const statuses: number[] = [];
    for (const code of wrongCodes(app, member, 12)) statuses.push((await secondStep(app, await firstStep(app, member), code)).status);
    figure('J17 codes of one account looked at in a quarter of an hour', `${statuses.filter((status) => status === 400).length} of ${statuses.length}`);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    expect((await secondStep(app, await firstStep(app, member), codeOf(app, member.secret))).status).toBe(429);
  });

  test('is guessed at fifty times a day by strangers, and its owner hears of it and comes in all the same', async () => {
    const member = await aProtected(app);
    const known = member.cookie.split('; ').find((cookie) => cookie.startsWith('comboi_known='))!;
    const statuses: number[] = [];
    for (let quarter = 0; quarter < 7; quarter += 1) {
      for (const code of wrongCodes(app, member, 10)) statuses.push((await secondStep(app, await firstStep(app, member), code)).status);
      await app.db.query.deleteFrom('limitedActs').where('key', 'like', 'second_factor_code%').execute();
    }
    expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([50, 429]);
    const warnings = (await mailsFor(app, post, member.email)).filter(({ subject }) => subject === 'Algú té la teua contrasenya i prova codis');
    expect(warnings).toHaveLength(1);
    const waiting = cookieOf((await sendForm(app, '/login', { email: member.email, password: MEMBER_PASSWORD }, { cookie: known })).headers);
    expect((await secondStep(app, `${known}; ${waiting}`, codeOf(app, member.secret))).status).toBe(303);
    expect((await secondStep(app, await firstStep(app, member), member.codes[0]!)).status).toBe(303);
  });

  test('is kept so that the tables tell nobody its secret or its codes', async () => {
    const member = await aProtected(app);
    const stored = JSON.stringify([
      await app.db.query.selectFrom('secondFactors').selectAll().where('userId', '=', member.id).execute(),
      await app.db.query.selectFrom('secondFactorCodes').selectAll().where('userId', '=', member.id).execute(),
    ]);
    expect(stored).not.toContain(member.secret);
    for (const code of member.codes) expect(stored).not.toContain(code.slice(0, 5));
    expect(await mailsFor(app, post, member.email)).toMatchObject([{ subject: 'El teu compte demana ara un codi del mòbil' }]);
  });

  test('ends the sessions that were opened without it, and waits ten minutes for a code', async () => {
    const member = await aMember(app);
    const elsewhere = await login(app, member);
    const cookie = await login(app, member);
    await sendForm(app, '/verificacio', { intent: 'begin' }, { cookie });
    const secret = await secretOn(app, cookie);
    expect(await isSignedIn(app, elsewhere)).toBe(true);
    await sendForm(app, '/verificacio', { intent: 'confirm', code: codeOf(app, secret) }, { cookie });
    expect([await isSignedIn(app, elsewhere), await isSignedIn(app, cookie)]).toEqual([false, true]);
    const waiting = await firstStep(app, member);
    app.clock.advance(10 * 60_000 + 1000);
    expect((await secondStep(app, waiting, codeOf(app, secret))).headers.get('Location')).toBe('/login');
  });

  test('is no way round a new password: a session that waited for its code ends with the others', async () => {
    const member = await aProtected(app);
    const waiting = await firstStep(app, member);
    const changed = await sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password: 'Quatre8Taronges', repeat: 'Quatre8Taronges' }, { cookie: member.cookie });
    expect(await changed.text()).toContain('Contrasenya canviada correctament!');
    expect((await secondStep(app, waiting, codeOf(app, member.secret))).headers.get('Location')).toBe('/login');
    expect(await isSignedIn(app, waiting)).toBe(false);
  });

  test('is set up and taken away with the password at hand alone', async () => {
    const member = await aProtected(app);
    app.clock.advance(16 * 60_000);
    const prompt = await sendForm(app, '/verificacio', { intent: 'remove' }, { cookie: member.cookie });
    expect(await prompt.text()).toContain('Confirma que eres tu');
    expect(await app.db.query.selectFrom('secondFactors').select('userId').where('userId', '=', member.id).executeTakeFirst()).toBeDefined();
    await sendForm(app, '/verificacio', { intent: 'remove', passwordAgain: MEMBER_PASSWORD }, { cookie: member.cookie });
    expect((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })).status).toBe(204);
  });

  test('is signed in to by programs in two calls', async () => {
    const member = await aProtected(app);
    const first = await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD });
    expect([first.status, await first.clone().json()]).toMatchObject([401, { code: 'CODE_NEEDED' }]);
    const cookie = cookieOf(first.headers);
    const show = (code: unknown): Promise<Response> => app.ask('/api/session/code', { method: 'POST', headers: { Cookie: cookie, 'Content-Type': 'application/json' }, body: JSON.stringify({ code }) });
    expect((await (await show(wrongCodes(app, member, 1)[0])).json()) as unknown).toMatchObject({ code: 'INVALID_CODE' });
    expect((await show(7)).status).toBe(401);
    expect((await show(codeOf(app, member.secret))).status).toBe(204);
    expect(await isSignedIn(app, cookie)).toBe(true);
  });
});

describe('a lost phone', () => {
  test('is helped by an admin, with their password: the account opens by its own again, and its sessions end', async () => {
    const lost = await aProtected(app);
    const admin = await login(app, await aMember(app, { role: 'admin' }));
    expect(await (await app.ask(`/admin/users/${lost.id}`, { headers: { Cookie: admin } })).text()).toContain('Llevar la verificació en dos passos');
    expect((await sendForm(app, `/admin/users/${lost.id}`, { intent: 'reset-second-factor' }, { cookie: admin })).status).toBe(303);
    expect(await isSignedIn(app, lost.cookie)).toBe(false);
    expect((await tryLogin(app, { email: lost.email, password: MEMBER_PASSWORD })).status).toBe(204);
    expect((await mailsFor(app, post, lost.email)).map(({ subject }) => subject)).toContain('El teu compte ja no demana el codi del mòbil');
    const member = await login(app, await aMember(app, { role: 'comision', rights: ['till'] }));
    expect((await sendForm(app, `/admin/users/${lost.id}`, { intent: 'reset-second-factor' }, { cookie: member })).status).toBe(403);
  });

  test('of the last admin is helped at the terminal', async () => {
    const lost = await aProtected(app, { role: 'admin' });
    expect(await resetSecondFactorAtTerminal(app.deps, 'ningu@example.com')).toBe('not_found');
    expect(await resetSecondFactorAtTerminal(app.deps, ` ${lost.email.toUpperCase()}`)).toBe('done');
    expect(await resetSecondFactorAtTerminal(app.deps, lost.email)).toBe('had_none');
    expect((await tryLogin(app, { email: lost.email, password: MEMBER_PASSWORD })).status).toBe(204);
  });
});

test('where it is asked of admins, one without it, though with a passkey, can do nothing but set it up', async () => {
  const strict = await aTestApp({ env: { COMBOI_ADMIN_SECOND_FACTOR: '1' } });
  onTestFinished(() => strict.close());
  const admin = await aMember(strict, { role: 'admin' });
  const cookie = await login(strict, admin);
  await strict.db.query.insertInto('passkeys').values({ id: strict.deps.ids.uuid(), userId: admin.id, credentialId: 'no segon factor', publicKey: 'AA', counter: '0', name: 'El mòbil', createdAt: strict.clock.now() }).execute();
  const page = await strict.ask('/admin/users', { headers: { Cookie: cookie } });
  expect([page.status, page.headers.get('Location')]).toEqual([302, '/verificacio']);
  const call = await strict.ask('/api/admin/orders', { headers: { Cookie: cookie } });
  expect([call.status, await call.json()]).toMatchObject([403, { code: 'SECOND_FACTOR_NEEDED' }]);
  await sendForm(strict, '/verificacio', { intent: 'begin' }, { cookie });
  await sendForm(strict, '/verificacio', { intent: 'confirm', code: codeOf(strict, await secretOn(strict, cookie)) }, { cookie });
  expect((await strict.ask('/admin/users', { headers: { Cookie: cookie } })).status).toBe(200);
  expect((await sendForm(strict, '/verificacio', { intent: 'remove' }, { cookie })).status).toBe(409);
  const door = await login(strict, await aMember(strict, { role: 'comision', rights: ['door'] }));
  expect((await strict.ask('/admin/ticket-verification', { headers: { Cookie: door } })).status).toBe(200);
});
