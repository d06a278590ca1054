import { type Call, call } from '#app/platform/http/calls.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { bodyOf, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import { codeSchema } from './schema.ts';
import { finishSignIn } from './second-step.server.ts';

export const calls: readonly Call[] = [
  call('POST', '/api/session/code', {
    audience: 'anyone',
    openapi: {
      summary: 'The second step of signing in: a code of the phone or a recovery code, with the cookie that came with CODE_NEEDED',
      requestBody: bodyOf(codeSchema),
      responses: { 204: { description: 'Signed in' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps, limits }) {
      const { code } = codeSchema.catch({ code: '' }).parse(await readJsonObject(c.req.raw));
      const finished = await finishSignIn(deps, { headers: c.req.raw.headers, code, limits });
      switch (finished.outcome) {
        case 'signed_in':
          return new Response(null, { status: 204, headers: finished.cookies });
        case 'wrong':
          throw new Refusal('INVALID_CODE');
        case 'too_many':
          throw new Refusal('RATE_LIMITED', { retryAfterSeconds: finished.retryAfterSeconds });
        case 'no_first_step':
          throw new Refusal('NOT_SIGNED_IN');
      }
    },
  }),
];
