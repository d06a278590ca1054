import { parseUuid } from '#app/domain/uuid.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, jsonOf, KEY_OF_SECRET, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';

import { madeTokenSchema, newTokenSchema, tokenListSchema } from '../schema.ts';
import { listTokens, makeToken, revokeToken } from './service.server.ts';

export const tokenCalls: readonly Call[] = [
  call('GET', '/api/admin/tokens', {
    audience: { right: 'admin' },
    openapi: { summary: 'Tokens with what they open, newest first', responses: { 200: { description: 'By their beginning; nobody can read the rest', content: jsonOf(tokenListSchema) }, ...problems(401, 403, 500, 503) } },
    async handle(c, { deps }) {
      return c.json({ tokens: await listTokens(deps, requireAdmin(c.get('actor'))) });
    },
  }),
  call('POST', '/api/admin/tokens', {
    audience: { right: 'admin' },
    touches: 'right',
    openapi: {
      summary: 'Make a token that opens what its scopes say, of the chosen events or of all, until it expires or is revoked',
      parameters: [KEY_OF_SECRET],
      requestBody: bodyOf(newTokenSchema),
      responses: { 201: { description: 'The token, told only now', content: jsonOf(madeTokenSchema) }, ...problems(400, 401, 403, 409, 413, 422, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { name, scopes, eventIds, expiresAt } = readValid(newTokenSchema, await readJsonObject(c.req.raw));
      const made = await makeToken(deps, admin, { name, scopes, eventIds: eventIds ?? null, expiresAt: expiresAt ? new Date(expiresAt) : null, idempotencyKey: readIdempotencyKey(c) });
      if (made.outcome === 'made_before') throw new Refusal('SECRET_SHOWN', { current: { id: made.id } });
      if (made.outcome === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (made.outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (made.outcome === 'invalid') throw new Refusal('VALIDATION', { fields: made.problems });
      return c.json({ id: made.id, token: made.token }, 201);
    },
  }),
  call('DELETE', '/api/admin/tokens/:tokenId', {
    audience: { right: 'admin' },
    touches: 'running',
    openapi: { summary: 'End a token at once', parameters: [pathParameter('tokenId', { type: 'string', format: 'uuid' })], responses: { 204: { description: 'Ended' }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const tokenId = parseUuid(c.req.param('tokenId'));
      if (tokenId === null) throw new Refusal('NOT_FOUND');
      const { outcome } = await revokeToken(deps, admin, tokenId);
      if (outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (outcome === 'not_found') throw new Refusal('NOT_FOUND');
      return c.body(null, 204);
    },
  }),
];
