import { isUuid } from '#app/domain/uuid.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, jsonOf, KEY_OF_SECRET, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { madePassSchema, newPassSchema } from './schema.ts';
import { makePass, revokePass } from './service.server.ts';

export const calls: readonly Call[] = [
  call('POST', '/api/admin/evening-passes', {
    audience: { right: 'admin' },
    touches: 'right',
    openapi: {
      summary: 'Make a link that verifies tickets of the chosen events until it expires, and nothing else',
      parameters: [KEY_OF_SECRET],
      requestBody: bodyOf(newPassSchema),
      responses: { 201: { description: 'The pass; its token is told only now', content: jsonOf(madePassSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const parsed = newPassSchema.safeParse(await readJsonObject(c.req.raw));
      if (!parsed.success) throw new Refusal('INVALID_JSON');
      const { name, eventIds, expiresAt } = parsed.data;
      const made = await makePass(deps, admin, { name, eventIds, expiresAt: new Date(expiresAt), idempotencyKey: readIdempotencyKey(c) });
      switch (made.outcome) {
        case 'made':
          return c.json({ id: made.id, token: made.token, url: made.url }, 201);
        case 'made_before':
          throw new Refusal('SECRET_SHOWN', { current: { id: made.id } });
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'no_such_event':
          throw new Refusal('EVENT_NOT_FOUND');
        case 'bad_expiry':
          throw new Refusal('INVALID_JSON', { message: "El passe ha de caducar en el futur, com a molt d'ací a un mes" });
        case 'refused':
          throw new Refusal('NOT_ADMIN');
      }
    },
  }),
  call('DELETE', '/api/admin/evening-passes/:passId', {
    audience: { right: 'admin' },
    touches: 'running',
    openapi: {
      summary: 'End a pass at once',
      parameters: [pathParameter('passId', { type: 'string', format: 'uuid' })],
      responses: { 204: { description: 'Ended' }, ...problems(401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const passId = c.req.param('passId');
      if (!isUuid(passId)) throw new Refusal('NOT_FOUND');
      const { outcome } = await revokePass(deps, admin, passId.toLowerCase());
      if (outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (outcome === 'not_found') throw new Refusal('NOT_FOUND');
      return c.body(null, 204);
    },
  }),
];
