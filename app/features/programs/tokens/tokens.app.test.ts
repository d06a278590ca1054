import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { SCOPES } from '#app/domain/programs/scopes.ts';
import { isSensitive } from '#app/domain/people/session/recent-password.ts';
import { CALLS } from '#app/features.server.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { isForStaff } from '#app/platform/http/guards/guards.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aTicket, order } from '#tests/support/people/buyers.ts';
import { admit, ask, aSoldTicket, type AtTheDoor, verify } from '#tests/support/people/scanners.ts';
import { freezeMonotonicTime } from '#tests/support/process/frozen-time.ts';
import { type AProgram, aProgram, aTokenMaker, type ATokenMaker } from '#tests/support/programs/tokens.ts';
import { figure } from '#tests/support/reporting/counts.ts';

const NOTE = 'Celiaquia de la Reme';
const ADDRESS = 'remedios.secreta@example.com';
const NAME = 'Remedios Secreta';
const UNKNOWN = '7b0c1a52-6d0f-4a3b-9a60-2f6f0f4d1c11';
const HOUR_MS = 3_600_000;

interface AnOrder {
  orderId: string;
  orderNumber: string;
  ticketId: string;
  ticketNumber: string;
}

let app: TestApp;
let maker: ATokenMaker;
let event: EventDetail;
let other: EventDetail;
let sold: AnOrder;
let elsewhere: AnOrder;
beforeAll(async () => {
  app = await aTestApp();
  maker = await aTokenMaker(app);
  [event, other] = [await anEvent(app), await anEvent(app)];
  [sold, elsewhere] = [await anOrderOf(event), await anOrderOf(other)];
});
afterAll(() => closeInOrder(app));

async function anOrderOf(of: EventDetail): Promise<AnOrder> {
  const { orderId, orderNumber } = await aPaidOrder(app, { event: of, tickets: [aTicket(of, { note: NOTE })], body: { email: ADDRESS, userName: NAME } });
  const { id, ticketNumber } = await app.db.query.selectFrom('tickets').select(['id', 'ticketNumber']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
  return { orderId, orderNumber, ticketId: id, ticketNumber };
}

type OneCall = (typeof CALLS)[number];
const GUARDED = CALLS.filter(({ audience }) => isForStaff(audience) || audience === 'member');
const OPEN_TO_TOKENS = CALLS.filter(({ token }) => token !== undefined);
const nameOf = ({ method, path }: OneCall): string => `${method} ${path}`;

function pathOf({ path }: OneCall, of: { event: EventDetail; order: AnOrder } = { event, order: sold }): string {
  return path.replace(':orderId', of.order.orderNumber).replace(':number', of.order.ticketNumber).replaceAll(/:eventId|:id\b/g, String(of.event.id)).replaceAll(/:\w+/g, UNKNOWN);
}

async function answerTo(one: OneCall, { headers }: { headers: Record<string, string> }, path: string = pathOf(one)): Promise<{ status: number; code: string | null; text: string }> {
  const writes = one.method === 'POST' || one.method === 'PUT' || one.method === 'PATCH';
  const answer = await app.ask(path, { method: one.method, headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers }, ...(writes && { body: '{}' }) });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? null, text };
}

describe('what a token opens', () => {
  test('is what each call declares: all scopes together open no other call of somebody’s', async () => {
    const program = await aProgram(app, maker, { scopes: SCOPES });
    const opened: string[] = [];
    for (const one of GUARDED) {
      const { code } = await answerTo(one, program, pathOf(one, { event, order: { ...sold, orderNumber: UNKNOWN } }).replace(String(event.id), '2147483647'));
      if (code !== 'NOT_FOR_TOKENS') opened.push(nameOf(one));
      expect([nameOf(one), ['NOT_SIGNED_IN', 'NOT_ADMIN', 'FORBIDDEN', 'PASSWORD_NEEDED', 'SCOPE_MISSING'].includes(code ?? '')]).toEqual([nameOf(one), false]);
    }
    expect(opened.toSorted()).toEqual(OPEN_TO_TOKENS.map(nameOf).toSorted());
    expect(opened.length).toBeGreaterThan(20);
    figure('X4 calls of the staff that all scopes together open', `${opened.length} of ${GUARDED.length}, each by its declaration`);
  });

  test.each(OPEN_TO_TOKENS.map((one) => [nameOf(one), one] as const))('%s needs each of its scopes', async (_name, one) => {
    for (const scope of one.token!.scopes) {
      const others = SCOPES.filter((given) => given !== scope);
      const { status, code, text } = await answerTo(one, await aProgram(app, maker, { scopes: others }));
      expect([status, code]).toEqual([403, 'SCOPE_MISSING']);
      expect(text).toContain(scope);
    }
  });

  test('is nothing that is sensitive but reading, and no user, right, token, pass, webhook, refund, withdrawal, setting or till', () => {
    expect(OPEN_TO_TOKENS.filter(({ touches, method }) => isSensitive(touches) && method !== 'GET')).toEqual([]);
    const files = OPEN_TO_TOKENS.filter(({ touches, path }) => isSensitive(touches) && /\.(csv|xlsx)$/.test(path));
    expect(files.filter(({ token }) => !token!.scopes.includes('people')).map(nameOf)).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
    expect(OPEN_TO_TOKENS.filter(({ path }) => /users|rights|tokens|passes|webhooks|refund|withdraw|settings|till|session|passkeys|storage/.test(path)).map(nameOf)).toEqual([]);
  });

  test('names nobody without the scope `people`, nor holds what opens an order or a ticket', async () => {
    const blind = await aProgram(app, maker, { scopes: SCOPES.filter((scope) => scope !== 'people') });
    const seeing = await aProgram(app, maker, { scopes: SCOPES });
    const secrets = [NOTE, ADDRESS, NAME, sold.orderId, sold.ticketId];
    const reads = OPEN_TO_TOKENS.filter(({ method, token }) => method === 'GET' && !token!.scopes.includes('people'));
    for (const one of reads) {
      const { status, text } = await answerTo(one, blind);
      expect([nameOf(one), secrets.filter((secret) => text.includes(secret))]).toEqual([nameOf(one), []]);
      expect([nameOf(one), status < 400 || one.path.includes('/news/')]).toEqual([nameOf(one), true]);
    }
    for (const path of ['/api/admin/orders', `/api/admin/orders/${sold.orderNumber}`]) {
      expect((await (await app.ask(path, { headers: seeing.headers })).text()).includes(ADDRESS)).toBe(true);
      expect((await (await app.ask(path, { headers: blind.headers })).text()).includes(sold.ticketNumber)).toBe(true);
    }
    const verified = (who: AProgram) => ask<{ ticket: { note: string | null } }>(app, who, { path: '/api/tickets/verify', body: { qrData: sold.ticketId } });
    expect((await verified(blind)).body.ticket.note).toBeNull();
    expect((await verified(seeing)).body.ticket.note).toBe(NOTE);
  });

  test('can’t be asked whose address it is, nor pages through orders by what opens them', async () => {
    const blind = await aProgram(app, maker, { scopes: ['orders:read'] });
    const found = async (q: string): Promise<number> => (await ask<{ orders: unknown[] }>(app, blind, { path: `/api/admin/orders?q=${encodeURIComponent(q)}` })).body.orders.length;
    expect([await found(ADDRESS), await found(NAME), await found(sold.orderNumber)]).toEqual([0, 0, 1]);
    const crowded = await anEvent(app);
    for (let at = 0; at < 27; at += 1) await aPaidOrder(app, { event: crowded });
    const pages: string[][] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: { orders: { orderNumber: string }[]; next: string | null } } = await ask(app, blind, { path: `/api/admin/orders?eventId=${crowded.id}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}` });
      pages.push(body.orders.map(({ orderNumber }) => orderNumber));
      cursor = body.next;
      expect(cursor ?? '').not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    }
    expect([pages.length, new Set(pages.flat()).size]).toEqual([2, 27]);
  });

  test('is of its events alone, where it has some', async () => {
    const program = await aProgram(app, maker, { scopes: SCOPES.filter((scope) => scope !== 'news:write'), eventIds: [event.id] });
    for (const one of OPEN_TO_TOKENS.filter(({ token }) => token!.event === 'path')) {
      expect([nameOf(one), (await answerTo(one, program, pathOf(one, { event: other, order: elsewhere }))).code]).toEqual([nameOf(one), 'EVENT_NOT_FOUND']);
    }
    for (const one of OPEN_TO_TOKENS.filter(({ token }) => token!.event === 'none')) expect([nameOf(one), (await answerTo(one, program)).code]).toEqual([nameOf(one), 'SCOPE_MISSING']);
    const { body } = await ask<{ orders: { eventId: number }[] }>(app, program, { path: '/api/admin/orders' });
    expect([...new Set(body.orders.map(({ eventId }) => eventId))]).toEqual([event.id]);
    expect((await ask(app, program, { path: `/api/admin/orders?eventId=${other.id}` })).body.code).toBe('EVENT_NOT_FOUND');
    expect((await ask(app, program, { path: `/api/admin/orders/${elsewhere.orderNumber}` })).body.code).toBe('ORDER_NOT_FOUND');
    expect((await ask(app, program, { path: `/api/admin/orders/${elsewhere.orderId}` })).body.code).toBe('ORDER_NOT_FOUND');
    const scanner: AtTheDoor = { ...program, device: 'Torn · t1' };
    expect((await verify(app, scanner, { qrData: elsewhere.ticketId })).code).toBe('OTHER_EVENT');
    expect((await ask(app, program, { path: `/api/door/${other.id}/list` })).status).toBe(403);
    expect((await ask<{ events: { id: number }[] }>(app, program, { path: '/api/door' })).body.events.map(({ id }) => id)).toEqual([event.id]);
  });

  test('is no ticket’s id for its number at the door', async () => {
    const scanner: AtTheDoor = { ...(await aProgram(app, maker, { scopes: ['door'] })), device: 'Torn · t2' };
    expect((await verify(app, scanner, { qrData: sold.ticketNumber, source: 'typed' })).code).toBe('NOT_FOUND');
  });
});

describe('whose deed it is', () => {
  test('a sale with a token is a stranger’s, at the public price', async () => {
    const program = await aProgram(app, maker, { scopes: SCOPES });
    const { status, body } = await ask<{ orderId: string; total: number }>(app, program, { path: '/api/orders', body: { eventId: event.id, email: ADDRESS, tickets: [aTicket(event)] } });
    const publicSale = await order(app, { event });
    expect([status, body.total]).toEqual([201, publicSale.body.total]);
    expect(await app.db.query.selectFrom('orders').select(['userId', 'role', 'buyer']).where('id', '=', body.orderId).executeTakeFirst()).toMatchObject({ userId: null, role: 'public', buyer: expect.stringMatching(/^visitor:/) });
    expect((await app.ask('/admin', { headers: program.headers })).status).toBe(403);
  });

  test('what it changes stands in the audit under its maker', async () => {
    const { id: ticketId } = await aSoldTicket(app, event);
    const scanner: AtTheDoor = { ...(await aProgram(app, maker, { scopes: ['door', 'events:write'] })), device: 'Torn · t3' };
    expect((await admit(app, scanner, { ticketId })).code).toBe('ADMITTED');
    expect(await app.db.query.selectFrom('scans').select('scannedBy').where('ticketId', '=', ticketId).executeTakeFirst()).toEqual({ scannedBy: `user:${maker.id}` });
    const gone = await anEvent(app);
    expect((await ask(app, scanner, { path: `/api/admin/events/${gone.id}/archive`, method: 'POST' })).status).toBe(202);
    expect(await app.db.query.selectFrom('audit').select('actor').where('subject', '=', 'event').where('subjectId', '=', String(gone.id)).executeTakeFirst()).toEqual({ actor: `user:${maker.id}` });
  });
});

describe('when it counts no more', () => {
  const reads = async (program: AProgram): Promise<[number, string | undefined]> => {
    const { status, body } = await ask(app, program, { path: `/api/admin/events/${event.id}/stats` });
    return [status, body.code];
  };
  const REFUSED = [401, 'TOKEN_REFUSED'];

  test('revoked: at once, also for a scan that is under way and a stream that is open', async () => {
    const program = await aProgram(app, maker, { scopes: ['events:read', 'door'] });
    expect((await reads(program))[0]).toBe(200);
    const stream = await app.ask(`/api/door/${event.id}/live`, { headers: { ...program.headers, Accept: 'text/event-stream' } });
    const reader = stream.body!.getReader();
    await reader.read();
    expect((await ask(app, { headers: { Cookie: maker.cookie } }, { path: `/api/admin/tokens/${program.id}`, method: 'DELETE' })).status).toBe(204);
    expect(await reads(program)).toEqual(REFUSED);
    app.clock.advance(5_000);
    await app.round('rights of streams');
    let ended = false;
    while (!ended) ended = (await reader.read()).done;
    expect((await ask(app, { headers: { Cookie: maker.cookie } }, { path: `/api/admin/tokens/${program.id}`, method: 'DELETE' })).status).toBe(404);
  });

  test('expired: from that instant on', async () => {
    const program = await aProgram(app, maker, { scopes: ['events:read'], expiresAt: new Date(app.clock.now().getTime() + HOUR_MS) });
    app.clock.advance(HOUR_MS - 1);
    expect((await reads(program))[0]).toBe(200);
    app.clock.advance(1);
    expect(await reads(program)).toEqual(REFUSED);
    app.clock.advance(-HOUR_MS);
  });

  test.each(['role', 'banned', 'deleted'] as const)('its maker has lost the right (%s), and every call of theirs is closed', async (how) => {
    const gone = await aTokenMaker(app);
    const program = await aProgram(app, gone, { scopes: SCOPES });
    expect((await reads(program))[0]).toBe(200);
    const users = app.db.query;
    if (how === 'deleted') await users.deleteFrom('users').where('id', '=', gone.id).execute();
    else await users.updateTable('users').set(how === 'role' ? { role: 'comision' } : { banned: true }).where('id', '=', gone.id).execute();
    for (const one of [...OPEN_TO_TOKENS, ...CALLS.filter(({ path }) => path === '/api/events')]) expect([nameOf(one), (await answerTo(one, program)).code]).toEqual([nameOf(one), 'TOKEN_REFUSED']);
  });

  test('its maker lacks the second factor where admins need it', async () => {
    const strict = await app.another({ COMBOI_ADMIN_SECOND_FACTOR: '1' });
    const program = await aProgram(app, maker, { scopes: ['events:read'] });
    expect((await ask(strict, program, { path: `/api/admin/events/${event.id}/stats` })).status).toBe(401);
    await strict.close();
  });

  test('with a cookie, whoever’s it is', async () => {
    const program = await aProgram(app, maker, { scopes: SCOPES });
    const { headers } = program;
    for (const cookie of [maker.cookie, 'other=1']) {
      const { status, code } = await answerTo(OPEN_TO_TOKENS[0]!, { headers: { ...headers, Cookie: cookie } });
      expect([status, code]).toEqual([400, 'TOKEN_WITH_COOKIE']);
    }
  });

  test.each([['unknown', `cmb_${'a'.repeat(32)}`], ['cut off', 'cmb_abc'], ['empty', 'cmb_'], ['of strange signs', `cmb_${'%00'.repeat(40)}`]])('%s: refused like one that is over', async (_what, token) => {
    expect(await answerTo(OPEN_TO_TOKENS[0]!, { headers: { Authorization: `Bearer ${token}` } })).toMatchObject({ status: 401, code: 'TOKEN_REFUSED' });
  });
});

describe('how much it may ask', () => {
  test('is counted by token, and guessing by network', async () => {
    freezeMonotonicTime();
    const counted = await aTestApp({ env: { COMBOI_RATE_LIMITS: '1' } });
    const busy = await aTokenMaker(counted);
    const [one, another] = [await aProgram(counted, busy, { scopes: ['events:read'] }), await aProgram(counted, busy, { scopes: ['events:read'] })];
    const of = await anEvent(counted);
    const stats = async (program: AProgram): Promise<number> => (await ask(counted, program, { path: `/api/admin/events/${of.id}/stats` })).status;
    const answers = await Promise.all(Array.from({ length: 620 }, () => stats(one)));
    expect([answers.filter((status) => status === 200).length, answers.filter((status) => status === 429).length]).toEqual([600, 20]);
    expect(await stats(another)).toBe(200);
    const guess = async (): Promise<number> => (await ask(counted, { headers: { Authorization: `Bearer cmb_${'b'.repeat(32)}` } }, { path: '/api/events' })).status;
    const guesses = await Promise.all(Array.from({ length: 70 }, guess));
    expect([guesses.filter((status) => status === 401).length, guesses.filter((status) => status === 429).length]).toEqual([60, 10]);
    expect(await stats(another)).toBe(200);
    await counted.close();
  });
});

describe('making one', () => {
  const make = async (body: unknown, cookie: string = maker.cookie) => ask<{ fields?: Record<string, string>; token?: string }>(app, { headers: { Cookie: cookie } }, { path: '/api/admin/tokens', body });

  test('needs an admin and the password of a quarter of an hour', async () => {
    const editor = await aMember(app, { role: 'comision', rights: ['editor', 'door', 'till'] });
    expect((await make({ name: 'Web', scopes: ['door'] }, await login(app, editor))).status).toBe(403);
    const late = await aTokenMaker(app);
    app.clock.advance(16 * 60_000);
    expect((await make({ name: 'Web', scopes: ['door'] }, late.cookie)).body.code).toBe('PASSWORD_NEEDED');
    app.clock.advance(-16 * 60_000);
  });

  test.each([
    ['no name', { scopes: ['door'] }, 'name'],
    ['no scope', { name: 'Web', scopes: [] }, 'scopes'],
    ['an unknown scope', { name: 'Web', scopes: ['admin'] }, 'scopes[0]'],
    ['people of nothing', { name: 'Web', scopes: ['people'] }, 'scopes'],
    ['news of chosen events', { name: 'Web', scopes: ['news:write'], eventIds: [1] }, 'scopes'],
    ['an event that is not there', { name: 'Web', scopes: ['door'], eventIds: [2_000_000_000] }, 'eventIds'],
    ['the past', { name: 'Web', scopes: ['door'], expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
  ])('says what is wrong of %s', async (_what, body, field) => {
    const { status, body: answer } = await make(body);
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([422, [field]]);
  });

  test('tells the token once: the database holds its hash', async () => {
    const { token } = (await make({ name: 'Una vegada', scopes: ['door'] })).body;
    expect(token).toMatch(/^cmb_[a-z2-7]{32}$/);
    const rows = JSON.stringify(await app.db.query.selectFrom('apiTokens').selectAll().execute());
    expect(rows).not.toContain(token!.slice(8));
    const listed = await (await app.ask('/api/admin/tokens', { headers: { Cookie: maker.cookie } })).text();
    expect(listed).toContain('Una vegada');
    expect(listed).not.toContain(token!.slice(8));
  });

  test('is seen to be used, and forgotten thirty days after its end', async () => {
    const program = await aProgram(app, maker, { scopes: ['events:read'] });
    const used = async () => (await app.db.query.selectFrom('apiTokens').select('lastUsedAt').where('id', '=', program.id).executeTakeFirst())?.lastUsedAt;
    expect(await used()).toBeNull();
    await ask(app, program, { path: `/api/admin/events/${event.id}/stats` });
    expect(await used()).toEqual(app.clock.now());
    await ask(app, { headers: { Cookie: maker.cookie } }, { path: `/api/admin/tokens/${program.id}`, method: 'DELETE' });
    app.clock.advance(31 * 24 * HOUR_MS);
    await app.round('retention');
    expect(await used()).toBeUndefined();
  });
});
