import type { MiddlewareHandler } from 'hono';

import type { Actor } from './domain/people/actor.ts';
import { openPasses, passOf, withEndedPass } from './features/evening-passes/service.server.ts';
import { actorsOf, readSessionActor } from './features/sign-in/service.server.ts';
import { readVisitor } from './platform/http/cookies/visitor.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { EdgeEnv } from './platform/http/edge.server.ts';
import { type ActorsNow, type Credential, passCredential, readCredentials, sessionCredential } from './platform/http/live/credential.ts';

/** Who makes a request, and by what. */
export function readActor(deps: Deps): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const bearer = await passOf(deps, headers);
    if (bearer?.isOpen) {
      c.set('actor', { kind: 'guest', visitor: null, pass: bearer.pass });
      c.set('credential', passCredential(bearer.pass.id));
      return next();
    }
    const reader = c.get('isAtDoor') ? { ...deps, db: deps.doorDb } : deps;
    const session = await readSessionActor(reader, { headers, visitor: readVisitor(headers, deps.env.publicUrl) });
    const actor = bearer === null ? session.actor : withEndedPass(session.actor, bearer.pass);
    c.set('actor', actor);
    c.set('credential', actor.kind === 'user' && session.token !== null ? sessionCredential(session.token) : null);
    return next();
  };
}

/** Asks for all of them at once. */
export async function actorsNow(deps: Deps, credentials: Iterable<Credential>): Promise<ActorsNow> {
  const { tokens, passIds } = readCredentials(credentials);
  const [sessions, passes] = await Promise.all([
    tokens.length === 0 ? [] : actorsOf({ ...deps, db: deps.doorDb }, tokens),
    passIds.length === 0 ? [] : openPasses(deps, passIds),
  ]);
  return new Map<Credential, Actor>([
    ...sessions.map(({ token, actor }) => [sessionCredential(token), actor] as const),
    ...passes.map((pass) => [passCredential(pass.id), { kind: 'guest', visitor: null, pass } as const] as const),
  ]);
}
