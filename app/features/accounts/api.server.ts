import { Hono } from 'hono';

import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { readJsonObject } from '#app/http/guards/read-body.server.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';

import { signIn, signOut } from './service.server.ts';

export function sessionRoutes({ deps, limits }: EdgeParts): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .get('/session', async (c) => {
      await limits.count('read', c.get('address'));
      const actor = c.get('actor');
      const person = actor.kind === 'user' ? { name: actor.name, role: actor.role } : null;
      return c.json({ person }, 200, { 'Cache-Control': 'private, no-store' });
    })
    .post('/session', async (c) => {
      const signedIn = await signIn(deps, {
        credentials: await readJsonObject(c.req.raw),
        headers: c.req.raw.headers,
        address: c.get('address'),
        limits,
      });
      switch (signedIn.outcome) {
        case 'signed_in':
          return new Response(null, { status: 204, headers: signedIn.cookies });
        case 'refused':
          throw new Refusal('INVALID_CREDENTIALS');
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: signedIn.retryAfterSeconds });
        case 'busy':
          throw new Refusal('BUSY');
      }
    })
    .delete('/session', async (c) => new Response(null, { status: 204, headers: await signOut(deps, c.req.raw.headers) }));
}
