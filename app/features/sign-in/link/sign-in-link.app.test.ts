import { afterAll, beforeAll, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { aMember, anAppWithPost, isSignedIn, login, mailsFor, type Member, MEMBER_PASSWORD, sendForm } from '#tests/support/people/accounts.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let post: OutgoingMail[];
beforeAll(async () => {
  ({ app, post } = await anAppWithPost());
});
afterAll(() => app.close());

/** Asks for a link; the cookies of the browser that asked. */
async function ask(email: string, cookie = ''): Promise<string> {
  const response = await sendForm(app, '/login/enllac', { email }, { cookie });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login/enllac?enviat=1']);
  return cookieOf(response.headers);
}

function linkIn(mail: OutgoingMail): string {
  return /https?:\/\/\S+\/login\/entra\?codi=[\w-]+/.exec(mail.text)![0];
}

async function linkFor(member: Member): Promise<{ browser: string; link: string }> {
  const browser = await ask(member.email);
  return { browser, link: linkIn((await mailsFor(app, post, member.email)).at(-1)!) };
}

interface Opened {
  cookie: string;
  status: number;
  html: string;
  location: string | null;
}

/** Follows the link to its page, as a browser with these cookies. */
async function open(link: string, browser = ''): Promise<Opened> {
  const { pathname, search } = new URL(link);
  const first = await app.ask(pathname + search, { headers: { Cookie: browser } });
  if (first.headers.get('Location') !== '/login/entra') return { cookie: browser, status: first.status, html: '', location: first.headers.get('Location') };
  const cookie = [browser, cookieOf(first.headers)].filter((part) => part !== '').join('; ');
  const page = await app.ask('/login/entra', { headers: { Cookie: cookie } });
  return { cookie, status: page.status, html: (await page.text()).replaceAll('&#x27;', "'"), location: page.headers.get('Location') };
}

async function press({ cookie }: Opened, fields: Record<string, string> = {}): Promise<Response> {
  return sendForm(app, '/login/entra', fields, { cookie });
}

test('a link signs in the browser that asked, once, and confirms the mailbox', async () => {
  const member = await aMember(app, { password: null });
  const { browser, link } = await linkFor(member);
  const page = await open(link, browser);
  expect([page.status, page.html.includes('Un toc més i ja has entrat.')]).toEqual([200, true]);
  const signedIn = await press(page);
  expect([signedIn.status, signedIn.headers.get('Location'), signedIn.headers.get('Referrer-Policy')]).toEqual([303, '/home', 'no-referrer']);
  expect(await isSignedIn(app, cookieOf(signedIn.headers))).toBe(true);
  expect(await app.db.query.selectFrom('users').select('emailVerified').where('id', '=', member.id).executeTakeFirst()).toEqual({ emailVerified: true });
  const again = await press(page);
  expect([again.headers.get('Location'), await isSignedIn(app, cookieOf(again.headers))]).toEqual(['/login/enllac?caducat=1', false]);
  expect((await open(link, browser)).location).toBe('/login/enllac?caducat=1');
});

test('opening the link, however often and by whomever, uses nothing up', async () => {
  const { browser, link } = await linkFor(await aMember(app));
  for (const scanner of ['', '', browser]) expect(await isSignedIn(app, (await open(link, scanner)).cookie)).toBe(false);
  expect((await press(await open(link, browser))).headers.get('Location')).toBe('/home');
});

test('another browser is asked first, and nothing is used up by not asking', async () => {
  const { link, browser } = await linkFor(await aMember(app));
  const elsewhere = await open(link, await ask('algú@example.com').catch(() => ''));
  expect(elsewhere.html).toContain("L'enllaç s'ha demanat en un altre navegador o dispositiu.");
  expect((await press(elsewhere)).status).toBe(409);
  const confirmed = await press(elsewhere, { aci: '1' });
  expect(await isSignedIn(app, cookieOf(confirmed.headers))).toBe(true);
  expect((await open(link, browser)).location).toBe('/login/enllac?caducat=1');
});

test('it is over after fifteen minutes, also where its mail was late', async () => {
  const member = await aMember(app);
  const { browser, link } = await linkFor(member);
  app.clock.advance(15 * MINUTE_MS - 1);
  const page = await open(link, browser);
  expect(page.status).toBe(200);
  app.clock.advance(1);
  expect((await press(page)).headers.get('Location')).toBe('/login/enllac?caducat=1');
  const mails = post.length;
  await ask(member.email);
  app.clock.advance(16 * MINUTE_MS);
  await mailsFor(app, post, member.email);
  expect(post).toHaveLength(mails);
});

test('it proves no password: what asks for one asks', async () => {
  const { browser, link } = await linkFor(await aMember(app));
  const cookie = cookieOf((await press(await open(link, browser))).headers);
  const sessions = await app.db.query.selectFrom('sessions').select(['provedAt', 'seenAt']).orderBy('createdAt', 'desc').limit(1).execute();
  expect(sessions).toEqual([{ provedAt: null, seenAt: app.clock.now() }]);
  expect(await isSignedIn(app, cookie)).toBe(true);
});

test('a change of the password ends the links on their way', async () => {
  const member = await aMember(app);
  const { browser, link } = await linkFor(member);
  const changed = await sendForm(app, '/change-password', { current: MEMBER_PASSWORD, password: 'Quatre8Peres', repeat: 'Quatre8Peres' }, { cookie: await login(app, member) });
  expect([changed.status, (await app.db.query.selectFrom('signInLinks').select('email').where('email', '=', member.email).execute()).length]).toEqual([200, 0]);
  expect((await open(link, browser)).location).toBe('/login/enllac?caducat=1');
});

test.each<[string, (member: Member) => Promise<unknown>]>([
  ['an admin', (member) => app.db.query.updateTable('users').set({ role: 'admin' }).where('id', '=', member.id).execute()],
  ['somebody with a right', (member) => app.db.query.insertInto('userRights').values({ userId: member.id, staffRight: 'door' }).execute()],
  ['somebody with a second factor', (member) => app.db.query.insertInto('secondFactors').values({ userId: member.id, sealedSecret: 'x', confirmedAt: app.clock.now(), createdAt: app.clock.now() }).execute()],
])('%s gets a mail that says to use the password, and a link from before opens nothing', async (_, become) => {
  const member = await aMember(app);
  const { browser, link } = await linkFor(member);
  await become(member);
  await ask(member.email);
  const mail = (await mailsFor(app, post, member.email)).at(-1)!;
  expect(mail.subject).toBe('Entra amb la contrasenya');
  expect(mail.text).not.toContain('codi=');
  const answer = await press(await open(link, browser));
  expect([answer.headers.get('Location'), await isSignedIn(app, cookieOf(answer.headers))]).toEqual(['/login/enllac?contrasenya=1', false]);
});

test('a disabled account gets no mail and is not opened, and no address is told from another', async () => {
  const banned = await aMember(app);
  const { browser, link } = await linkFor(banned);
  await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', banned.id).execute();
  expect((await press(await open(link, browser))).headers.get('Location')).toBe('/login/enllac?caducat=1');
  const mails = post.length;
  await ask(banned.email);
  await ask('ningu@example.com');
  await mailsFor(app, post, 'ningu@example.com');
  expect(post).toHaveLength(mails);
  expect(await app.db.query.selectFrom('mails').select('id').where('recipient', 'in', [banned.email, 'ningu@example.com']).where('status', '<>', 'sent').execute()).toEqual([]);
});

test('asking does the same work for an address with an account and for one without', async () => {
  const rounds = count({ test: 20, soak: 300 });
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n += 1) {
    const member = await aMember(app, { password: null });
    for (const [times, email] of n % 2 === 0 ? ([[known, member.email], [unknown, `ningu${n}@example.com`]] as const) : ([[unknown, `ningu${n}@example.com`], [known, member.email]] as const)) {
      const begun = performance.now();
      await ask(email);
      times.push(performance.now() - begun);
    }
  }
  const median = (times: number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!;
  figure('Z7 median of asking with and without an account', `${median(known).toFixed(1)} and ${median(unknown).toFixed(1)} ms over ${2 * rounds} calls`);
  expect(await app.db.query.selectFrom('signInLinks').select('email').where('email', 'like', 'ningu%').execute()).toHaveLength(rounds + 1);
});

test('of twenty who press at once one signs in', async () => {
  const { browser, link } = await linkFor(await aMember(app));
  const page = await open(link, browser);
  const places = (await Promise.all(Array.from({ length: 20 }, () => press(page)))).map((answer) => answer.headers.get('Location'));
  expect(places.filter((place) => place === '/home')).toHaveLength(1);
});

test('a mailbox gets three links an hour, and whoever asks is told the same', async () => {
  const member = await aMember(app);
  for (let times = 0; times < 6; times += 1) await ask(member.email);
  expect(await mailsFor(app, post, member.email)).toHaveLength(3);
});

test.each(['', 'x', '../../etc/passwd', "' or 1=1--", '%00', 'a'.repeat(5_000), '<script>alert(1)</script>'])('a code that is none (%s) opens nothing', async (code) => {
  const answer = await app.ask(`/login/entra?${new URLSearchParams({ codi: code })}`);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/login/enllac?caducat=1']);
});

test.each(['', 'no és cap correu', 'a@b', `${'a'.repeat(300)}@example.com`, 'x@example.com\r\nBcc: y@example.com', '\u0000@example.com'])('%j is refused beside the field, and stays there', async (email) => {
  const answer = await sendForm(app, '/login/enllac', { email });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('aria-invalid="true"');
});
