import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import { ROLES } from '#app/domain/people/roles.ts';

import { refusalAnswer, type EdgeEnv } from '../edge.server.ts';
import { apiGuard, pageRefusal } from './guards.server.ts';
import { PAGES } from './permissions.server.ts';
import { Refusal } from '../answers/refusal.server.ts';

const GUEST: Actor = { kind: 'guest', visitor: null };
const EVERYONE: Actor[] = [GUEST, ...ROLES.map((role): Actor => ({ kind: 'user', userId: 'u', role, name: 'Neus', email: 'neus@example.com' }))];

function nameOf(actor: Actor): string {
  return actor.kind === 'guest' ? 'guest' : actor.role;
}

function ask(method: string): Request {
  return new Request('http://here.invalid/', { method });
}

/** Calls whose handlers ask nobody who they are. */
function carelessCalls(actor: Actor): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .onError((error) => refusalAnswer(error as Refusal))
    .use(async (c, next) => {
      c.set('actor', actor);
      await next();
    })
    .use(apiGuard)
    .get('/api/admin/tickets/:number', (c) => c.text('open'))
    .get('/api/my-tickets/:number/calendar', (c) => c.text('open'))
    .get('/api/events', (c) => c.text('open'));
}

test('a call whose handler forgot to ask who it is stays shut', async () => {
  const statuses = async (path: string): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(EVERYONE.map(async (actor) => [nameOf(actor), (await carelessCalls(actor).request(path)).status] as const)));
  expect(await statuses('/api/admin/tickets/ORD-1')).toEqual({ guest: 401, public: 403, socio: 403, comision: 403, admin: 200 });
  expect(await statuses('/api/my-tickets/ORD-1/calendar')).toEqual({ guest: 401, public: 200, socio: 200, comision: 200, admin: 200 });
  expect(await statuses('/api/events')).toEqual({ guest: 200, public: 200, socio: 200, comision: 200, admin: 200 });
});

test('every page of the office is shut to all but admins, and a form of nobody is 401', () => {
  for (const [pattern, audience] of Object.entries(PAGES)) {
    const refused = EVERYONE.filter((actor) => pageRefusal({ pattern, actor, request: ask('GET') }) === 403).map(nameOf);
    expect([pattern, refused]).toEqual([pattern, audience === 'admin_page' ? ['guest', 'public', 'socio', 'comision'] : []]);
  }
  expect(pageRefusal({ pattern: 'admin/users', actor: GUEST, request: ask('POST') })).toBe(401);
});

test('a page without a line in the table is not there, for admins either', () => {
  for (const pattern of ['/admin/secret', 'admin/secret', 'constructor']) {
    expect(EVERYONE.map((actor) => pageRefusal({ pattern, actor, request: ask('GET') }))).toEqual(EVERYONE.map(() => 404));
  }
});
