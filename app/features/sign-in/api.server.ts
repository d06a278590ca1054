import { type Call, call } from '#app/platform/http/calls.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { bodyOf, jsonOf, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import { provePassword } from './password-proof/service.server.ts';
import { credentialsSchema, passwordSchema, sessionSchema } from './schema.ts';
import { signInWithPassword, signOut } from './service.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/session', {
    audience: 'anyone',
    openapi: { summary: 'Who is signed in', responses: { 200: { description: 'A person, or nobody', content: jsonOf(sessionSchema) }, ...problems(429, 500, 503) } },
    async handle(c) {
      const actor = c.get('actor');
      const person = actor.kind === 'user' ? { name: actor.name, role: actor.role, rights: actor.rights } : null;
      return c.json({ person });
    },
  }),
  call('POST', '/api/session', {
    audience: 'anyone',
    openapi: {
      summary: 'Sign in; the cookie that comes back is the session',
      requestBody: bodyOf(credentialsSchema),
      responses: { 204: { description: 'Signed in' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const signedIn = await signInWithPassword(deps, {
        credentials: await readJsonObject(c.req.raw),
        headers: c.req.raw.headers,
        address: c.get('address'),
        limits,
      });
      switch (signedIn.outcome) {
        case 'signed_in':
          return new Response(null, { status: 204, headers: signedIn.cookies });
        case 'code_needed':
          for (const cookie of signedIn.cookies.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
          throw new Refusal('CODE_NEEDED');
        case 'refused':
          throw new Refusal('INVALID_CREDENTIALS');
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: signedIn.retryAfterSeconds });
        case 'busy':
          throw new Refusal('BUSY');
      }
    },
  }),
  call('POST', '/api/session/password', {
    audience: 'member',
    openapi: {
      summary: 'Show the password again: for a quarter of an hour, refunds, changes of roles and exports are let through',
      requestBody: bodyOf(passwordSchema),
      responses: { 204: { description: 'It was right' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const { password } = passwordSchema.catch({ password: '' }).parse(await readJsonObject(c.req.raw));
      const proof = await provePassword(deps, { actor: c.get('actor'), headers: c.req.raw.headers, password, limits });
      switch (proof.outcome) {
        case 'proved':
          return c.body(null, 204);
        case 'signed_out':
          throw new Refusal('NOT_SIGNED_IN');
        case 'wrong':
          throw new Refusal('INVALID_CREDENTIALS');
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: proof.retryAfterSeconds });
        case 'busy':
          throw new Refusal('BUSY');
      }
    },
  }),
  call('DELETE', '/api/session', {
    audience: 'anyone',
    openapi: { summary: 'Sign out', responses: { 204: { description: 'Nobody is signed in' }, ...problems(403, 500, 503) } },
    handle: async (c, { deps }) => new Response(null, { status: 204, headers: await signOut(deps, c.req.raw.headers) }),
  }),
];
