import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { PAGES } from '#app/features.ts';

import type { Refusal } from '../answers/refusal.server.ts';
import { type Call, call, mountCalls } from '../calls.server.ts';
import { type EdgeEnv, type EdgeParts, refusalAnswer } from '../edge.server.ts';
import type { Audience } from '../page.ts';
import { createRouteTable } from '../route-table.server.ts';
import { isForStaff, pageRefusal } from './guards.server.ts';
import { noRateLimits } from './rate-limit.server.ts';

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
  const edge = new Hono<EdgeEnv>()
    .onError((error) => refusalAnswer(error as Refusal))
    .use(async (c, next) => {
      c.set('actor', actor);
      await next();
    });
  const careless = (path: string, audience: Audience): Call => call('GET', path, { audience, openapi: null, handle: (c) => c.text('open') });
  mountCalls(edge, [careless('/api/staff', { right: 'admin' }), careless('/api/mine', 'member'), careless('/api/events', 'anyone'), careless('/dev/mail', 'demo')], { deps: { env: { demo: false } }, limits: noRateLimits } as EdgeParts);
  return edge;
}

test('a call whose handler forgot to ask who it is stays shut', async () => {
  const statuses = async (path: string): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(EVERYONE.map(async (actor) => [nameOf(actor), (await carelessCalls(actor).request(path)).status] as const)));
  expect(await statuses('/api/staff')).toEqual({ guest: 401, public: 403, socio: 403, comision: 403, admin: 200 });
  expect(await statuses('/api/mine')).toEqual({ guest: 401, public: 200, socio: 200, comision: 200, admin: 200 });
  expect(await statuses('/api/events')).toEqual({ guest: 200, public: 200, socio: 200, comision: 200, admin: 200 });
  expect(await statuses('/dev/mail')).toEqual({ guest: 404, public: 404, socio: 404, comision: 404, admin: 404 });
});

test('every page for staff is shut to all others, and a form of nobody is 401', () => {
  expect(PAGES.filter(({ audience }) => isForStaff(audience)).length).toBeGreaterThan(5);
  for (const { path, audience } of PAGES) {
    const refused = EVERYONE.filter((actor) => pageRefusal({ audience, actor, request: ask('GET') }) === 403).map(nameOf);
    expect([path, refused]).toEqual([path, isForStaff(audience) ? ['guest', 'public', 'socio', 'comision'] : []]);
  }
  expect(pageRefusal({ audience: { right: 'admin' }, actor: GUEST, request: ask('POST') })).toBe(401);
});

test('a page that nobody declared is not there, for admins either', () => {
  const { audienceOf } = createRouteTable(PAGES);
  for (const pattern of ['/admin/secret', 'admin/secret', 'constructor']) {
    expect(EVERYONE.map((actor) => pageRefusal({ audience: audienceOf(pattern), actor, request: ask('GET') }))).toEqual(EVERYONE.map(() => 404));
  }
});
