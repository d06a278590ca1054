import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, type Member, MEMBER_PASSWORD, recoveryOf, sendForm, tryLogin } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

const SENT = 'Si aquest correu està registrat, rebràs un missatge amb instruccions per a restaurar la contrasenya.';
const NEW = 'Quatre8Peres';
const HOUR_MS = 60 * 60_000;

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

async function ask(email: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await sendForm(app, '/forgot-password', { email }, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

async function linkFor(member: Member): Promise<ReturnType<typeof recoveryOf>> {
  await ask(member.email);
  return recoveryOf((await mailsFor(app, post, member.email)).at(-1)!);
}

/** Sends the form as it stands on the page of a link, without scripts. */
async function reset(token: string, password: string = NEW, repeat: string = password): Promise<{ status: number; html: string }> {
  const address = `/reset-password?${new URLSearchParams({ access_token: token, type: 'recovery' })}`;
  const response = await sendForm(app, address, { access_token: token, password, repeat });
  return { status: response.status, html: visibleText(await response.text()) };
}

async function open(query: string): Promise<string> {
  return visibleText(await (await app.ask(`/reset-password?${query}`)).text());
}

/** What stands on a page, not what its scripts carry along. */
function visibleText(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('&#x27;', "'");
}

test('the link has the shape of the specification and works once', async () => {
  const member = await aMember(app);
  const { url, parameters, token } = await linkFor(member);
  expect(url.origin + url.pathname).toBe(`${app.deps.env.publicUrl.origin}/`);
  expect([...parameters.keys()]).toEqual(['access_token', 'refresh_token', 'expires_at', 'expires_in', 'token_type', 'type']);
  expect(parameters.get('expires_in')).toBe('86400');
  expect(parameters.get('type')).toBe('recovery');
  expect(token.split('.')).toHaveLength(3);

  expect(await open(parameters.toString())).toContain('Repetix la nova contrasenya');
  expect((await reset(token)).html).toContain('Contrasenya Actualitzada');
  expect((await tryLogin(app, { email: member.email, password: NEW })).status).toBe(204);
  expect((await tryLogin(app, { email: member.email, password: MEMBER_PASSWORD })).status).toBe(401);
  const again = await reset(token, 'Cinc9Prunes');
  expect(again.status).toBe(400);
  expect(again.html).toContain('Sessió no vàlida. Sol·licita un nou enllaç de recuperació.');
  expect(await open(parameters.toString())).toContain('Sessió no vàlida.');
});

test('of twenty uses of one link at once, one succeeds', async () => {
  const succeeded: number[] = [];
  for (let round = 0; round < count({ test: 1, soak: 20 }); round += 1) {
    const { token } = await linkFor(await aMember(app));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(token, `Diferent${n}Aa`)));
    succeeded.push(answers.filter(({ html }) => html.includes('Contrasenya Actualitzada')).length);
  }
  figure('J5 uses of one link at once that succeeded', `${Math.max(...succeeded)} of 20`);
  expect(succeeded).toEqual(succeeded.map(() => 1));
});

test('a newer link is the only one', async () => {
  const member = await aMember(app);
  const older = await linkFor(member);
  const newer = await linkFor(member);
  expect((await reset(older.token)).status).toBe(400);
  expect((await reset(newer.token)).status).toBe(200);
});

test('a link ends after 24 hours, whatever its address says', async () => {
  const { app: later, post: mails } = await anAppWithPost();
  try {
    const member = await aMember(later);
    await sendForm(later, '/forgot-password', { email: member.email });
    const { token, parameters } = recoveryOf((await mailsFor(later, mails, member.email)).at(-1)!);
    later.clock.advance(24 * HOUR_MS + 1000);
    const answer = await sendForm(later, '/reset-password', { access_token: token, password: NEW, repeat: NEW });
    expect(answer.status).toBe(400);
    expect((await answer.text()).replaceAll('&#x27;', "'")).toContain("L'enllaç de recuperació ha caducat. Sol·licita un nou enllaç.");
    parameters.set('expires_at', '9999999999');
    expect((await (await later.ask(`/reset-password?${parameters.toString()}`)).text()).replaceAll('&#x27;', "'")).toContain('ha caducat');
  } finally {
    await later.close();
  }
});

test('a link that somebody changed, or made, opens nothing', async () => {
  const mine = await aMember(app);
  const theirs = await aMember(app);
  const { token } = await linkFor(mine);
  const [head, body, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = [
    `${head}.${encode({ ...claims, sub: theirs.id })}.${signature}`,
    `${encode({ alg: 'none' })}.${encode({ ...claims, sub: theirs.id })}.`,
    `${head}.${body}.${'A'.repeat(signature.length)}`,
    await new SignJWT({ ...claims, sub: theirs.id }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('a key of somebody else')),
    'a.b.c',
    'not a token',
    '',
    'a.b',
    `${token}.x`,
  ];
  const accepted: string[] = [];
  for (const one of forged) {
    const { status, html } = await reset(one);
    if (status !== 400) accepted.push(one);
    expect(html).toContain(one === '' ? "Error processant l'enllaç de recuperació." : 'Enllaç de recuperació no vàlid');
  }
  figure('J4 changed or made links that were accepted', `${accepted.length} of ${forged.length}`);
  expect(accepted).toEqual([]);
  expect(await open('access_token=a.b&type=recovery')).toContain('Enllaç de recuperació no vàlid.');
  expect(await open('type=recovery')).toContain("Error processant l'enllaç de recuperació.");
  expect((await tryLogin(app, { email: theirs.email, password: MEMBER_PASSWORD })).status).toBe(204);
});

test('whoever resets by the mailed link gets in, however often strangers try the account', async () => {
  const { app: guarded, post: mails } = await anAppWithPost({ env: { COMBOI_RATE_LIMITS: '1' } });
  try {
    const member = await aMember(guarded);
    let strangers = 0;
    const tryAsStrangers = (): Promise<Response[]> =>
      Promise.all(Array.from({ length: 12 }, () => tryLogin(guarded, { email: member.email, password: 'Equivocada1' }, { address: `198.18.3.${(strangers += 1)}` })));
    expect((await tryAsStrangers()).map(({ status }) => status)).toContain(429);
    await sendForm(guarded, '/forgot-password', { email: member.email });
    const { token } = recoveryOf((await mailsFor(guarded, mails, member.email)).at(-1)!);
    const answer = await sendForm(guarded, '/reset-password', { access_token: token, password: NEW, repeat: NEW });
    await tryAsStrangers();
    expect((await tryLogin(guarded, { email: member.email, password: NEW }, { address: '203.0.113.77' })).status).toBe(429);
    expect((await tryLogin(guarded, { email: member.email, password: NEW }, { cookie: cookieOf(answer.headers), address: '203.0.113.77' })).status).toBe(204);
  } finally {
    await guarded.close();
  }
});

test('the answer is the same for an account that is there, one that is not and one that is disabled', async () => {
  const member = await aMember(app);
  const disabled = await aMember(app, { banned: true });
  const pages = await Promise.all([member.email, disabled.email, 'ningu@example.com', 'no és@cap.adreça'].map((email) => ask(email)));
  for (const page of pages) expect(page).toContain(SENT);
  expect(new Set(pages).size).toBe(1);
  expect(await mailsFor(app, post, disabled.email)).toHaveLength(0);
  expect(await mailsFor(app, post, 'ningu@example.com')).toHaveLength(0);
});

test('an account gets three mails an hour and no more, also when twenty ask at once, and the answer stays the same', async () => {
  const member = await aMember(app);
  const pages = await Promise.all(Array.from({ length: 20 }, () => ask(member.email.toUpperCase())));
  expect(new Set(pages).size).toBe(1);
  const queued = await app.db.query.selectFrom('mails').select('id').where('recipient', '=', member.email).execute();
  expect(queued).toHaveLength(3);
  figure('J7 mails to one account asked for twenty times in an hour', queued.length);
  // Two were overtaken before they left: the link of the third is the one that works.
  const mails = await mailsFor(app, post, member.email);
  expect(mails).toHaveLength(1);
  expect((await reset(recoveryOf(mails[0]!).token)).status).toBe(200);
});

test('one address makes at most ten mails an hour, whosever they are', async () => {
  const { app: limited, post: mails } = await anAppWithPost({ env: { COMBOI_RATE_LIMITS: '1' } });
  try {
    const members = await Promise.all(Array.from({ length: 14 }, () => aMember(limited, { password: null })));
    const pages = await Promise.all(members.map(async ({ email }) => (await sendForm(limited, '/forgot-password', { email }, { address: '198.51.100.7' })).text()));
    expect(new Set(pages).size).toBe(1);
    await limited.round('outbox');
    await limited.round('outbox');
    expect(mails).toHaveLength(10);
    figure('J7 mails that one address made for fourteen accounts in an hour', mails.length);
    const left = members.find(({ email }) => !mails.some((mail) => mail.to === email))!;
    await sendForm(limited, '/forgot-password', { email: left.email }, { address: '198.51.100.8' });
    expect(await mailsFor(limited, mails, left.email)).toHaveLength(1);

    const before = mails.length;
    const neighbours = await Promise.all(Array.from({ length: 14 }, () => aMember(limited, { password: null })));
    await Promise.all(neighbours.map(({ email }, n) => sendForm(limited, '/forgot-password', { email }, { address: `2001:db8:1:2::${n}` })));
    await limited.round('outbox');
    await limited.round('outbox');
    expect(mails.length - before).toBe(10);
    figure('S2 recovery mails that one /64 made for fourteen accounts in an hour', mails.length - before);
  } finally {
    await limited.close();
  }
});

const POISON: readonly [string, string][] = [
  ['Host', 'evil.example'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Server', 'evil.example'],
  ['X-Original-Host', 'evil.example'],
  ['X-Host', 'evil.example'],
  ['X-HTTP-Host-Override', 'evil.example'],
  ['Forwarded', 'host=evil.example;proto=https'],
  ['X-Forwarded-Proto', 'gopher'],
  ['X-Forwarded-Port', '666'],
  ['X-Original-URL', 'https://evil.example/'],
  ['X-Rewrite-URL', 'https://evil.example/'],
  ['Referer', 'https://evil.example/'],
];

test('no header of the request moves the link to another site', async () => {
  const moved: string[] = [];
  for (const [name, value] of POISON) {
    const member = await aMember(app, { password: null });
    await ask(member.email, { [name]: value });
    const [mail] = await mailsFor(app, post, member.email);
    const { origin } = recoveryOf(mail!).url;
    if (origin !== app.deps.env.publicUrl.origin || `${mail!.text}${mail!.html}`.includes('evil')) moved.push(name);
  }
  figure('J6 headers that moved the link', `${moved.length} of ${POISON.length}`);
  expect(moved).toEqual([]);
});

test('a reset ends every session, makes none, proves the mailbox and tells the owner', async () => {
  const member = await aMember(app);
  const [phone, desk] = [await login(app, member), await login(app, member)];
  const { token } = await linkFor(member);
  const answer = await sendForm(app, '/reset-password', { access_token: token, password: NEW, repeat: NEW }, { cookie: phone });
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^comboi_known=/)]);
  expect(await isSignedIn(app, phone)).toBe(false);
  expect(await isSignedIn(app, desk)).toBe(false);
  const mails = await mailsFor(app, post, member.email);
  expect(mails.at(-1)!.subject).toBe('La teua contrasenya ha canviat');
  const { emailVerified } = await app.db.query.selectFrom('users').select('emailVerified').where('id', '=', member.id).executeTakeFirstOrThrow();
  expect(emailVerified).toBe(true);
  const audit = await app.db.query.selectFrom('audit').select('action').where('subjectId', '=', member.id).orderBy('id').execute();
  expect(audit.map(({ action }) => action)).toEqual(['user.signed_in', 'user.signed_in', 'user.asked_for_reset', 'user.password_reset']);
});

test('nothing that is kept or logged holds a code that opens', async () => {
  const member = await aMember(app);
  const { token, parameters } = await linkFor(member);
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as { jti: string };
  const rows = JSON.stringify(
    await Promise.all([
      app.db.query.selectFrom('recoveryCodes').selectAll().execute(),
      app.db.query.selectFrom('mails').selectAll().execute(),
      app.db.query.selectFrom('audit').selectAll().execute(),
    ]),
  );
  expect(rows).not.toContain(jti);
  expect(rows).not.toContain(token);
  const page = await app.ask(`/reset-password?${parameters.toString()}`);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toContain('no-store');
  expect(page.headers.getSetCookie()).toEqual([]);
});

test.each([
  ['', '', 'Per favor introduïx tots els camps'],
  ['Ab1', 'Ab1', 'La contrasenya ha de tindre almenys 6 caràcters'],
  ['ABCDE1', 'ABCDE1', 'La contrasenya ha de contindre almenys una lletra minúscula'],
  ['abcde1', 'abcde1', 'La contrasenya ha de contindre almenys una lletra majúscula'],
  ['Abcdef', 'Abcdef', 'La contrasenya ha de contindre almenys un nombre'],
  ['Abcde1', 'Abcde2', 'Les contrasenyes no coincidixen'],
  ['Valencia2027', 'Valencia2027', 'massa comuna'],
  [`Aa1${'x'.repeat(130)}`, `Aa1${'x'.repeat(130)}`, 'com a màxim 128'],
])('a new password «%s», «%s» is refused in words, and the link still works', async (password, repeat, words) => {
  const { token } = await linkFor(await aMember(app));
  const refused = await reset(token, password, repeat);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(words);
  expect(refused.html).toContain('name="access_token"');
  expect((await reset(token)).status).toBe(200);
});

test('both screens take the same passwords and refuse the same', async () => {
  const passwords = ['Ab1cd', 'Ab1 cd', `Ab1${'x'.repeat(125)}`, `Ab1${'x'.repeat(126)}`, 'Ab1 🎆🔥', 'Àé1ñüç', '   Ab1', 'abcdef1', 'ABCDEF1', 'Abcdef', 'Contrasenya1', 'Benicarló2027', "Ab1'; --<b>"];
  const differing: string[] = [];
  const cookie = await login(app, await aMember(app));
  let current = MEMBER_PASSWORD;
  for (const password of passwords) {
    const changed = await sendForm(app, '/change-password', { current, password, repeat: password }, { cookie });
    if (changed.ok) current = password;
    const set = await reset((await linkFor(await aMember(app, { password: null }))).token, password);
    if (changed.status !== set.status) differing.push(password);
  }
  figure('J15 passwords that one screen takes and the other does not', `${differing.length} of ${passwords.length}`);
  expect(differing).toEqual([]);
});

test('a long password of emoji and spaces works as it was typed', async () => {
  const member = await aMember(app);
  const { token } = await linkFor(member);
  const password = `Ab1 ${'🎆'.repeat(124)}`;
  expect((await reset(token, password)).status).toBe(200);
  expect((await tryLogin(app, { email: member.email, password })).status).toBe(204);
  expect((await tryLogin(app, { email: member.email, password: password.slice(0, -2) })).status).toBe(401);
});

test('the code of a link sets a password and opens nothing by itself', async () => {
  const member = await aMember(app, { role: 'admin' });
  const { token } = await linkFor(member);
  const opened: string[] = [];
  for (const headers of [{ Authorization: `Bearer ${token}` }, { Cookie: `comboi.session_token=${token}` }, { 'X-Access-Token': token }] as Record<string, string>[]) {
    for (const path of ['/change-password', '/admin/users', `/admin/users?access_token=${token}`, '/api/admin/tickets/ORD-1-1-T1']) {
      const { status } = await app.ask(path, { headers });
      if (status !== 401 && status !== 403) opened.push(`${path} ${status}`);
    }
  }
  figure('J14 pages and calls that the code of a recovery link opened', opened.length);
  expect(opened).toEqual([]);
  expect((await reset(token)).status).toBe(200);
});

test('an account that was invited has no password until its owner sets one', async () => {
  const member = await aMember(app, { password: null });
  expect((await tryLogin(app, { email: member.email, password: NEW })).status).toBe(401);
  expect((await reset((await linkFor(member)).token)).status).toBe(200);
  expect((await tryLogin(app, { email: member.email, password: NEW })).status).toBe(204);
});
