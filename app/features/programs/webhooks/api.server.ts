import { parseUuid } from '#app/domain/uuid.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, headerParameter, jsonOf, KEY_OF_SECRET, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';

import { deliveryListSchema, madeWebhookSchema, newWebhookSchema, testAnswerSchema, webhookListSchema, webhookMessageSchema } from '../schema.ts';
import { endWebhook, listWebhooks, makeWebhook, readWebhookLog, sendTest } from './service.server.ts';

const WEBHOOK_ID = pathParameter('webhookId', { type: 'string', format: 'uuid' });

export const webhookCalls: readonly Call[] = [
  call('GET', '/api/admin/webhooks', {
    audience: { right: 'admin' },
    openapi: { summary: 'Webhooks and how their receivers stand', responses: { 200: { description: 'Newest first', content: jsonOf(webhookListSchema) }, ...problems(401, 403, 500, 503) } },
    handle: async (c, { deps }) => c.json({ webhooks: await listWebhooks(deps, requireAdmin(c.get('actor'))) }),
  }),
  call('POST', '/api/admin/webhooks', {
    audience: { right: 'admin' },
    touches: 'everybody',
    openapi: {
      summary: 'Tell an address what happens, signed as Standard Webhooks do: `webhook-id`, `webhook-timestamp`, `webhook-signature` over `{type, timestamp, subject, sequence, data}`; at least once, for three days, with a number by subject, which only grows',
      parameters: [KEY_OF_SECRET],
      requestBody: bodyOf(newWebhookSchema),
      responses: { 201: { description: 'The webhook; its secret is told only now', content: jsonOf(madeWebhookSchema) }, ...problems(400, 401, 403, 409, 413, 422, 500, 503) },
      callback: {
        name: 'webhookMessage',
        url: '{$request.body#/url}',
        summary: 'What the address is told, once for each kind that it asked for',
        parameters: [
          headerParameter('webhook-id', { description: 'The same at each try', required: true }),
          headerParameter('webhook-timestamp', { description: 'Of the try, in seconds', required: true }),
          headerParameter('webhook-signature', { description: '`v1,` and the signature by the secret', required: true }),
        ],
        requestBody: bodyOf(webhookMessageSchema),
      },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { url, events, people = false } = readValid(newWebhookSchema, await readJsonObject(c.req.raw));
      const made = await makeWebhook(deps, admin, { url, events, people, idempotencyKey: readIdempotencyKey(c) });
      if (made.outcome === 'made_before') throw new Refusal('SECRET_SHOWN', { current: { id: made.id } });
      if (made.outcome === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (made.outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (made.outcome === 'invalid') throw new Refusal('VALIDATION', { fields: made.problems });
      return c.json({ id: made.id, secret: made.secret }, 201);
    },
  }),
  call('DELETE', '/api/admin/webhooks/:webhookId', {
    audience: { right: 'admin' },
    touches: 'running',
    openapi: { summary: 'End a webhook at once, and forget its secret', parameters: [WEBHOOK_ID], responses: { 204: { description: 'Ended' }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const { outcome } = await endWebhook(deps, requireAdmin(c.get('actor')), webhookIdFrom(c.req.param('webhookId')));
      if (outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (outcome === 'not_found') throw new Refusal('NOT_FOUND');
      return c.body(null, 204);
    },
  }),
  call('POST', '/api/admin/webhooks/:webhookId/test', {
    audience: { right: 'admin' },
    touches: 'running',
    openapi: { summary: 'Send one `webhook.test` now, and say what the receiver answered', parameters: [WEBHOOK_ID], responses: { 200: { description: 'What came of it', content: jsonOf(testAnswerSchema) }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const tested = await sendTest(deps, requireAdmin(c.get('actor')), webhookIdFrom(c.req.param('webhookId')));
      if (tested.outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (tested.outcome === 'not_found') throw new Refusal('NOT_FOUND');
      return c.json(tested.answer);
    },
  }),
  call('GET', '/api/admin/webhooks/:webhookId/deliveries', {
    audience: { right: 'admin' },
    openapi: { summary: 'The last hundred messages of a webhook and what became of them', parameters: [WEBHOOK_ID], responses: { 200: { description: 'Newest first', content: jsonOf(deliveryListSchema) }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const log = await readWebhookLog(deps, requireAdmin(c.get('actor')), webhookIdFrom(c.req.param('webhookId')));
      if (log === null) throw new Refusal('NOT_FOUND');
      return c.json({ deliveries: log.deliveries });
    },
  }),
];

function webhookIdFrom(text: string): string {
  const id = parseUuid(text);
  if (id === null) throw new Refusal('NOT_FOUND');
  return id;
}
