import { Hono } from 'hono';
import { expect, test } from 'vitest';

import type { Actor } from '#app/domain/people/actor.ts';
import { GRANTABLE_RIGHTS, type GrantableRight, type Right, RIGHTS, rightsOf } from '#app/domain/people/rights.ts';
import { ROLES, type Role } from '#app/domain/people/roles.ts';

import { refusalAnswer, type EdgeEnv } from '../edge.server.ts';
import { apiGuard, pageRefusal, requireRight } from './guards.server.ts';
import { type Audience, PAGES } from './permissions.server.ts';
import { Refusal } from '../answers/refusal.server.ts';

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
    Object.fromEntries(await Promise.all(BY_ROLE.map(async (actor) => [nameOf(actor), (await carelessCalls(actor).request(path)).status] as const)));
  expect(await statuses('/api/admin/tickets/ORD-1')).toEqual({ guest: 401, public: 403, socio: 403, comision: 403, admin: 200 });
  expect(await statuses('/api/my-tickets/ORD-1/calendar')).toEqual({ guest: 401, public: 200, socio: 200, comision: 200, admin: 200 });
  expect(await statuses('/api/events')).toEqual({ guest: 200, public: 200, socio: 200, comision: 200, admin: 200 });
});

test('every admin page is shut to all but who has its right, and a form of nobody is 401', () => {
  const refusedAt = (audience: Audience): string[] => {
    if (typeof audience === 'object') return ['guest', 'public', 'socio', 'comision', ...GRANTABLE_RIGHTS.filter((right) => right !== audience.right)];
    if (audience === 'staff_page') return ['guest', 'public', 'socio', 'comision'];
    return audience === 'admin_page' ? ['guest', 'public', 'socio', 'comision', ...GRANTABLE_RIGHTS] : [];
  };
  for (const [pattern, audience] of Object.entries(PAGES)) {
    const refused = EVERYONE.filter((actor) => pageRefusal({ pattern, actor, request: ask('GET') }) === 403).map(nameOf);
    expect([pattern, refused]).toEqual([pattern, refusedAt(audience)]);
  }
  expect(pageRefusal({ pattern: 'admin/users', actor: GUEST, request: ask('POST') })).toBe(401);
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

test('a page without a line in the table is not there, for admins either', () => {
  for (const pattern of ['/admin/secret', 'admin/secret', 'constructor']) {
    expect(EVERYONE.map((actor) => pageRefusal({ pattern, actor, request: ask('GET') }))).toEqual(EVERYONE.map(() => 404));
  }
});
