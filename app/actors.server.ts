import type { MiddlewareHandler } from 'hono';

import type { Actor } from './domain/people/actor.ts';
import { openTokens, readApiToken } from './features/programs/tokens/service.server.ts';
import { openPasses, passOf, withEndedPass } from './features/evening-passes/service.server.ts';
import { actorsOf, readSessionActor } from './features/sign-in/service.server.ts';
import { readVisitor } from './platform/http/cookies/visitor.server.ts';
import type { Deps } from './platform/deps.server.ts';
import type { RateLimits } from './platform/http/guards/rate-limit.server.ts';
import type { EdgeEnv } from './platform/http/edge.server.ts';
import { type ActorsNow, type Credential, passCredential, readCredentials, sessionCredential, tokenCredential } from './platform/http/live/credential.ts';

/** Who makes a request, and by what. */
export function readActor(deps: Deps, limits: RateLimits): MiddlewareHandler<EdgeEnv> {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const token = await readApiToken(deps, { headers, address: c.get('address'), limits });
    if (token !== null) {
      c.set('actor', { kind: 'guest', visitor: null, token });
      c.set('credential', tokenCredential(token.id));
      return next();
    }
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
  const requested = readCredentials(credentials);
  const [sessions, passes, tokens] = await Promise.all([
    requested.sessions.length === 0 ? [] : actorsOf({ ...deps, db: deps.doorDb }, requested.sessions),
    requested.passes.length === 0 ? [] : openPasses(deps, requested.passes),
    requested.tokens.length === 0 ? [] : openTokens(deps, requested.tokens),
  ]);
  return new Map<Credential, Actor>([
    ...sessions.map(({ token, actor }) => [sessionCredential(token), actor] as const),
    ...tokens.map((token) => [tokenCredential(token.id), { kind: 'guest', visitor: null, token } as const] as const),
    ...passes.map((pass) => [passCredential(pass.id), { kind: 'guest', visitor: null, pass } as const] as const),
  ]);
}
