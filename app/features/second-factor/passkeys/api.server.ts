import { type Call, call } from '#app/platform/http/calls.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { bodyOf, jsonOf, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import { ceremonySchema, newPasskeySchema, presentedPasskeySchema } from '../schema.ts';
import { addPasskey, beginAdding, beginShowing, takePasskey } from './passkeys.server.ts';

export const passkeyCalls: readonly Call[] = [
  call('POST', '/api/session/passkey/options', {
    audience: 'anyone',
    openapi: {
      summary: 'What a passkey is to sign: to sign in, or for whoever is signed in to show again who they are',
      responses: { 200: { description: 'For `navigator.credentials.get`; the cookie that comes along goes back with the answer', content: jsonOf(ceremonySchema) }, ...problems(403, 409, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const retryAfterSeconds = await limits.take('password', c.get('address'));
      if (retryAfterSeconds !== null) throw new Refusal('RATE_LIMITED', { retryAfterSeconds });
      const begun = await beginShowing(deps, { actor: c.get('actor'), headers: c.req.raw.headers });
      if (begun === null) throw new Refusal('PASSKEYS_UNAVAILABLE');
      c.header('Set-Cookie', begun.cookie);
      return c.json(begun.options);
    },
  }),
  call('POST', '/api/session/passkey', {
    audience: 'anyone',
    openapi: {
      summary: 'What a passkey has signed: it stands for password and code, and for the password asked again',
      requestBody: bodyOf(presentedPasskeySchema),
      responses: { 204: { description: 'Signed in, or recognised' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const sent = presentedPasskeySchema.safeParse(await readJsonObject(c.req.raw));
      const response = sent.success ? sent.data.response : null;
      const result = await takePasskey(deps, { actor: c.get('actor'), headers: c.req.raw.headers, response, address: c.get('address'), limits });
      switch (result.outcome) {
        case 'signed_in':
          return new Response(null, { status: 204, headers: result.cookies });
        case 'proved':
          return c.body(null, 204);
        case 'refused':
          throw new Refusal('PASSKEY_REFUSED');
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: result.retryAfterSeconds });
      }
    },
  }),
  call('POST', '/api/passkeys/options', {
    audience: 'member',
    touches: 'right',
    openapi: {
      summary: 'What a new passkey is made from',
      responses: { 200: { description: 'For `navigator.credentials.create`', content: jsonOf(ceremonySchema) }, ...problems(401, 403, 409, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const actor = c.get('actor');
      if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
      const begun = await beginAdding(deps, { user: actor, headers: c.req.raw.headers });
      if (begun === null) throw new Refusal('PASSKEYS_UNAVAILABLE');
      c.header('Set-Cookie', begun.cookie);
      return c.json(begun.options);
    },
  }),
  call('POST', '/api/passkeys', {
    audience: 'member',
    touches: 'right',
    openapi: {
      summary: 'Keep a new passkey of the account',
      requestBody: bodyOf(newPasskeySchema),
      responses: { 204: { description: 'It signs in from now on' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const actor = c.get('actor');
      if (actor.kind === 'guest') throw new Refusal('NOT_SIGNED_IN');
      const sent = newPasskeySchema.safeParse(await readJsonObject(c.req.raw));
      if (!sent.success) throw new Refusal('INVALID_FORM');
      if (!(await addPasskey(deps, { user: actor, headers: c.req.raw.headers, ...sent.data }))) throw new Refusal('PASSKEY_REFUSED');
      return c.body(null, 204);
    },
  }),
];
