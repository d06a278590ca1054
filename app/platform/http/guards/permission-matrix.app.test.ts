import { afterAll, beforeAll, expect, test } from 'vitest';

import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket } from '#tests/support/people/buyers.ts';
import { figure } from '#tests/support/reporting/counts.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aNewsItem } from '#tests/support/app/news.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { CALLS } from '#app/features.server.ts';
import { PAGES } from '#app/features.ts';

import { isForStaff } from './guards.server.ts';
import type { Audience } from '../page.ts';

/* Every page and call of the table, asked by everyone, as a document, as the framework's data request and as a form. */

const WHO = ['anonymous', 'public', 'socio', 'comision', 'door', 'editor', 'till', 'admin', 'disabled', 'deleted', 'expired'] as const;
type Who = (typeof WHO)[number];
const NOBODY: readonly Who[] = ['anonymous', 'disabled', 'deleted', 'expired'];

const STAFF: readonly Who[] = ['door', 'editor', 'till'];

/** What a buyer wrote for the kitchen; it may tell of an illness. */
const NOTE = 'Celiaquia Secreta';
const SHOWS_NOTE = 'shows a note for the kitchen';
const MAY_BE_FRAMED = 'may be framed';

interface Cell {
  who: Who;
  audience: Audience;
  method: string;
  path: string;
}

let app: TestApp;
let cookies: Record<Who, string>;
let addresses: Record<string, string>;

beforeAll(async () => {
  app = await aTestApp();
  const people = {
    public: await aMember(app, { role: 'public' }),
    socio: await aMember(app, { role: 'socio' }),
    comision: await aMember(app, { role: 'comision' }),
    admin: await aMember(app, { role: 'admin' }),
    door: await aMember(app, { role: 'comision', rights: ['door'] }),
    editor: await aMember(app, { role: 'comision', rights: ['editor'] }),
    till: await aMember(app, { role: 'socio', rights: ['till'] }),
    disabled: await aMember(app, { role: 'admin' }),
    deleted: await aMember(app, { role: 'admin' }),
    expired: await aMember(app, { role: 'admin' }),
  };
  const signedIn = await Promise.all(Object.entries(people).map(async ([who, member]) => [who, await login(app, member)] as const));
  cookies = { anonymous: '', ...Object.fromEntries(signedIn) } as Record<Who, string>;
  await app.db.query.updateTable('users').set({ banned: true }).where('id', '=', people.disabled.id).execute();
  await app.db.query.deleteFrom('users').where('id', '=', people.deleted.id).execute();
  await app.db.query.updateTable('sessions').set({ expiresAt: new Date(0) }).where('userId', '=', people.expired.id).execute();

  const stranger = await aMember(app, { name: 'Estrany Secret' });
  const hidden = await anEvent(app, { visibility: 'comision', title: 'Sopar Secret' });
  const event = await anEvent(app);
  const theirs = await aPaidOrder(app, { event, tickets: [aTicket(event, { note: NOTE })], body: { email: stranger.email } });
  const { ticketNumber } = await app.db.query.selectFrom('tickets').select('ticketNumber').where('orderId', '=', theirs.orderId).executeTakeFirstOrThrow();
  addresses = {
    eventId: String(hidden.id),
    id: String(hidden.id),
    orderId: theirs.orderId,
    number: ticketNumber,
    newsId: String(await aNewsItem(app, { title: 'Esborrany Secret', status: 'draft' })),
    userId: stranger.id,
    paymentId: app.deps.ids.uuid(),
    index: '0',
  };
});
afterAll(() => app.close());

function addressOf(pattern: string): string {
  return pattern.replace('/*', '/no-existeix').replaceAll(/:(\w+)\??/g, (_, name: string) => addresses[name] ?? 'x');
}

interface Answer {
  status: number;
  text: string;
  mayBeFramed: boolean;
}

async function ask({ who, method, path }: Cell): Promise<Answer> {
  const writes = method === 'POST' || method === 'DELETE' || method === 'PUT' || method === 'PATCH';
  const answer = await app.ask(path, {
    method,
    headers: {
      ...(cookies[who] !== '' && { Cookie: cookies[who] }),
      ...(writes && { 'Content-Type': path.startsWith('/api/') ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    ...(writes && method !== 'DELETE' && { body: path.startsWith('/api/') ? '{}' : 'x=1' }),
  });
  const mayBeFramed = answer.headers.get('x-frame-options') !== 'DENY' || !/frame-ancestors 'none'/.test(answer.headers.get('content-security-policy') ?? '');
  return { status: answer.status, text: await answer.text(), mayBeFramed };
}

/** What is wrong with an answer; null when it is as the table says. */
function complaint({ who, audience, method, path }: Cell, { status, text, mayBeFramed }: Answer): string | null {
  const nobody = NOBODY.includes(who);
  const isAdmin = who === 'admin';
  const isCommittee = who === 'comision' || who === 'door' || who === 'editor';
  if (status >= 500) return 'failed';
  if (mayBeFramed) return MAY_BE_FRAMED;
  if (!isAdmin && text.includes('Estrany Secret')) return "shows somebody else's name";
  if (!isAdmin && text.includes(NOTE)) return SHOWS_NOTE;
  if (!isAdmin && !isCommittee && text.includes('Sopar Secret')) return 'shows an event that is not for them';
  if (!isAdmin && who !== 'editor' && text.includes('Esborrany Secret')) return 'shows a draft';
  const isCall = path.startsWith('/api/');
  if (isForStaff(audience)) {
    const may = isAdmin || (typeof audience === 'object' ? who === audience.right : STAFF.includes(who));
    if (may) return status === 401 || status === 403 ? 'is refused to who has the right' : null;
    if (isCall) return expectOneOf(status, [nobody ? 401 : 403]);
    return method === 'GET' ? expectOneOf(status, [403]) : expectOneOf(status, [401, 403, 405]);
  }
  if (audience === 'member') {
    // It answers who may call it, and their password is none.
    if (path === '/api/session/password') return expectOneOf(status, [401]);
    // A body that is empty is no passkey.
    if (path.startsWith('/api/passkeys')) return expectOneOf(status, nobody ? [401] : [200, 400]);
    // What is not theirs is not there.
    if (isCall) return expectOneOf(status, nobody ? [401] : [404]);
    return nobody && path.startsWith('/change-password') ? expectOneOf(status, [401]) : status === 403 ? 'is forbidden' : null;
  }
  if (audience === 'provider') return expectOneOf(status, [400]);
  return status === 403 || (status === 401 && !['/api/session', '/api/session/code', '/api/session/passkey'].includes(path)) ? 'is refused' : null;
}

function expectOneOf(status: number, allowed: readonly number[]): string | null {
  return allowed.includes(status) ? null : `answers ${status}, not ${allowed.join(' or ')}`;
}

function dataPathOf(path: string): string {
  return path === '/' ? '/_.data' : `${path}.data`;
}

function cells(): Cell[] {
  const pages = PAGES.flatMap(({ path: pattern, audience }) => {
    const path = addressOf(pattern);
    const requests = [
      ['GET', path],
      ['GET', dataPathOf(path)],
      ['POST', path],
      ['POST', dataPathOf(path)],
    ] as const;
    // Leaving ends the session that the other cells need.
    return requests.filter(([method]) => !(method === 'POST' && pattern === '/logout')).map(([method, at]) => ({ audience, method, path: at }));
  });
  const calls = CALLS.filter(({ method, path }) => !(method === 'DELETE' && path === '/api/session')).map(({ audience, method, path }) => ({ audience, method, path: addressOf(path) }));
  return [...pages, ...calls].flatMap((request) => WHO.map((who) => ({ ...request, who })));
}

test('everything answers everyone as the table says', async () => {
  expect(await app.db.query.selectFrom('tickets').select('ticketNumber').where('note', '=', NOTE).execute()).toEqual([{ ticketNumber: addresses.number }]);
  const all = cells();
  const complaints: string[] = [];
  for (const cell of all) {
    const wrong = complaint(cell, await ask(cell));
    if (wrong !== null) complaints.push(`${cell.who}: ${cell.method} ${cell.path} ${wrong}`);
  }
  const toOthers = all.filter(({ who }) => who !== 'admin');
  figure('H13 answers that show a note for the kitchen to who is no admin', `${complaints.filter((wrong) => wrong.endsWith(SHOWS_NOTE)).length} of ${toOthers.length}`);
  figure('J13 answers that may be framed', `${complaints.filter((wrong) => wrong.endsWith(MAY_BE_FRAMED)).length} of ${all.length}`);
  figure('H3 unexpected answers of all pages and calls to everyone', `${complaints.length} of ${all.length}`);
  expect(complaints).toEqual([]);
  expect(all.length).toBeGreaterThan(WHO.length * (PAGES.length * 3 + CALLS.length - 1));
});

test('nor may what is answered to other methods be framed', async () => {
  const routes = [...PAGES.map(({ path }) => ({ path, methods: ['HEAD', 'OPTIONS'] })), ...CALLS.map(({ path }) => ({ path, methods: ['GET', 'HEAD', 'POST', 'OPTIONS'] }))];
  for (const { path, methods } of routes) {
    for (const method of methods) {
      const { mayBeFramed, status } = await ask({ who: 'anonymous', audience: 'anyone', method, path: addressOf(path) });
      expect([method, path, status, mayBeFramed]).toEqual([method, path, status, false]);
    }
  }
});

test.each(['/admin/', '/ADMIN', '/Admin/Users', '//admin', '/admin//users', '/admin%2Fusers', '/./admin', '/x/../admin', '/admin?x=1', '/admin.data?_routes=admin', '/admin/users.data?_routes=features/members/admin/admin-users'])(
  'no other writing of an admin address opens it: %s',
  async (path) => {
    for (const who of WHO.filter((one) => one !== 'admin')) {
      const { status, text } = await ask({ who, audience: { right: 'admin' }, method: 'GET', path });
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('Estrany Secret');
    }
  },
);

test('a request that an admin made is refused when it is repeated after leaving', async () => {
  const cookie = await login(app, await aMember(app, { role: 'admin' }));
  const REPEATED = ['/api/admin/tickets/:number', '/admin', '/admin/users', '/admin/users.data', '/admin/users/:userId', '/admin/payments', '/admin/mails'].map(addressOf);
  const answers = async (): Promise<number[]> => Promise.all(REPEATED.map(async (path) => (await app.ask(path, { headers: { Cookie: cookie } })).status));
  expect(await answers()).toEqual(REPEATED.map(() => 200));
  await app.ask('/api/session', { method: 'DELETE', headers: { Cookie: cookie } });
  const after = await answers();
  figure('H14 requests of an admin taken after leaving', `${after.filter((status) => status !== 401 && status !== 403).length} of ${REPEATED.length}`);
  expect(after).toEqual(REPEATED.map((path) => (path.startsWith('/api/') ? 401 : 403)));
});
