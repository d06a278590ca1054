import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import { GRANTABLE_RIGHTS, type GrantableRight, type Right, RIGHTS, rightsOf } from '#app/domain/people/rights.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';
import { PAGES } from '#app/features.ts';

import type { Refusal } from '../answers/refusal.server.ts';
import { type Call, call, mountCalls } from '../calls.server.ts';
import { type EdgeEnv, type EdgeParts, refusalAnswer } from '../edge.server.ts';
import type { Audience } from '../page.ts';
import { createRouteTable } from '../route-table.server.ts';
import { isForStaff, pageRefusal, requireRight } from './guards.server.ts';

const GUEST: Actor = { kind: 'guest', visitor: null };
const BY_ROLE: Actor[] = [GUEST, ...ROLES.map((role) => aUser(role))];
const BY_RIGHT: Actor[] = GRANTABLE_RIGHTS.map((right) => aUser('comision', right));
const EVERYONE = [...BY_ROLE, ...BY_RIGHT];

function aUser(role: Role, ...granted: GrantableRight[]): Actor {
  return { kind: 'user', userId: 'u', role, rights: rightsOf(role, granted), name: 'Neus', email: 'neus@example.com' };
}

function nameOf(actor: Actor): string {
  return actor.kind === 'guest' ? 'guest' : actor.role === 'admin' || actor.rights.length === 0 ? actor.role : actor.rights.join();
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
  mountCalls(edge, [careless('/api/staff', { right: 'admin' }), careless('/api/door', { right: 'door' }), careless('/api/panel', 'staff'), careless('/api/mine', 'member'), careless('/api/events', 'anyone'), careless('/dev/mail', 'demo')], { deps: { env: { demo: false } }, limits: { countRequest: () => {} } } as unknown as EdgeParts);
  return edge;
}

test('a call whose handler forgot to ask who it is stays shut', async () => {
  const statuses = async (path: string): Promise<Record<string, number>> =>
    Object.fromEntries(await Promise.all(EVERYONE.map(async (actor) => [nameOf(actor), (await carelessCalls(actor).request(path)).status] as const)));
  const rest = (status: number): Record<string, number> => Object.fromEntries(EVERYONE.map((actor) => [nameOf(actor), status]));
  expect(await statuses('/api/staff')).toEqual({ ...rest(403), guest: 401, admin: 200 });
  expect(await statuses('/api/door')).toEqual({ ...rest(403), guest: 401, admin: 200, door: 200 });
  expect(await statuses('/api/panel')).toEqual({ ...rest(403), guest: 401, admin: 200, door: 200, editor: 200, till: 200 });
  expect(await statuses('/api/mine')).toEqual({ ...rest(200), guest: 401 });
  expect(await statuses('/api/events')).toEqual(rest(200));
  expect(await statuses('/dev/mail')).toEqual(rest(404));
});

test('every page for staff is shut to all who have not its right, and a form of nobody is 401', () => {
  const OTHERS = ['guest', 'public', 'socio', 'comision'];
  const refusedAt = (audience: Audience): string[] => {
    if (typeof audience === 'object') return [...OTHERS, ...GRANTABLE_RIGHTS.filter((right) => right !== audience.right)];
    return audience === 'staff' ? OTHERS : [];
  };
  expect(PAGES.filter(({ audience }) => isForStaff(audience)).length).toBeGreaterThan(5);
  for (const { path, audience } of PAGES) {
    const refused = EVERYONE.filter((actor) => pageRefusal({ audience, actor, request: ask('GET'), demo: false }) === 403).map(nameOf);
    expect([path, refused]).toEqual([path, refusedAt(audience)]);
  }
  expect(pageRefusal({ audience: { right: 'admin' }, actor: GUEST, request: ask('POST'), demo: false })).toBe(401);
});

test('an admin stands for every right, a right for itself alone', () => {
  const answerOf = (actor: Actor, right: Right): string => {
    try {
      return requireRight(actor, right);
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  const answers = Object.fromEntries(RIGHTS.map((right) => [right, [GUEST, ...BY_RIGHT, aUser('admin'), aUser('comision')].map((actor) => answerOf(actor, right))]));
  expect(answers).toEqual({
    admin: ['NOT_SIGNED_IN', 'NOT_ADMIN', 'NOT_ADMIN', 'NOT_ADMIN', 'u', 'NOT_ADMIN'],
    door: ['NOT_SIGNED_IN', 'u', 'FORBIDDEN', 'FORBIDDEN', 'u', 'FORBIDDEN'],
    editor: ['NOT_SIGNED_IN', 'FORBIDDEN', 'u', 'FORBIDDEN', 'u', 'FORBIDDEN'],
    till: ['NOT_SIGNED_IN', 'FORBIDDEN', 'FORBIDDEN', 'u', 'u', 'FORBIDDEN'],
  });
});

test('a page that nobody declared is not there, for admins either', () => {
  const { audienceOf } = createRouteTable(PAGES);
  for (const pattern of ['/admin/secret', 'admin/secret', 'constructor']) {
    expect(EVERYONE.map((actor) => pageRefusal({ audience: audienceOf(pattern), actor, request: ask('GET'), demo: false }))).toEqual(EVERYONE.map(() => 404));
  }
});
