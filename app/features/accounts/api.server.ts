import { Hono } from 'hono';
import { z } from 'zod';

import type { EdgeEnv, EdgeParts } from '#app/http/edge.server.ts';
import { readJsonObject } from '#app/http/read-body.server.ts';
import { Refusal } from '#app/http/refusal.server.ts';

import { signIn, signOut } from './service.server.ts';

const credentialsSchema = z.object({ email: z.string().max(254), password: z.string().max(128) });

export function sessionRoutes({ app, limits }: EdgeParts): Hono<EdgeEnv> {
  return new Hono<EdgeEnv>()
    .post('/session', async (c) => {
      await limits.count('password', c.get('address'));
      const credentials = credentialsSchema.safeParse(await readJsonObject(c.req.raw));
      const cookies = credentials.success ? await signIn(app, credentials.data, c.req.raw.headers) : null;
      if (!cookies) throw new Refusal('INVALID_CREDENTIALS');
      return new Response(null, { status: 204, headers: cookies });
    })
    .delete('/session', async (c) => new Response(null, { status: 204, headers: await signOut(app, c.req.raw.headers) }));
}
