import type { Context } from 'hono';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, IF_MATCH, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readIfMatch, readValid } from '#app/platform/http/validation.server.ts';

import { withdrawEvent } from '../service.server.ts';
import { createdEventSchema, editedEventSchema, eventBodySchema, type EventBody, savedEventSchema } from './schema.ts';
import { archiveEvent, createEvent, deleteEvent, findEditedEvent, saveEvent } from './service.server.ts';

const EVENT_ID = pathParameter('id', { type: 'integer' });
const KEY = idempotencyKey('the same key and body within 24 hours change it once');
const ACCEPTED = { description: 'Done' };

export const editorCalls: readonly Call[] = [
  call('POST', '/api/admin/events', {
    audience: { right: 'admin' },
    bodyBytes: 512 * 1024,
    touches: 'event',
    token: { scopes: ['events:write'], event: 'none' },
    openapi: {
      summary: 'Creates an event with its menus',
      parameters: [KEY],
      requestBody: bodyOf(eventBodySchema),
      responses: { 201: { description: 'Created', content: jsonOf(createdEventSchema) }, ...problems(400, 401, 403, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const body = await readEvent(c);
      const made = await createEvent(deps, requireAdmin(c.get('actor')), { draft: toDraft(body), menu: toMenu(body), idempotencyKey: readIdempotencyKey(c) });
      if (made.outcome === 'done') return c.json({ id: made.id, version: made.version }, 201);
      throw toRefusal(made);
    },
  }),
  call('GET', '/api/admin/events/:id', {
    audience: { right: 'admin' },
    token: { scopes: ['events:read'], event: 'path' },
    openapi: {
      summary: 'An event as it is edited',
      parameters: [EVENT_ID],
      responses: { 200: { description: 'The event with its version and how many tickets are sold', content: jsonOf(editedEventSchema) }, ...problems(400, 401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const event = await findEditedEvent(deps, eventIdFrom(c.req.param('id')));
      if (event === null) throw new Refusal('EVENT_NOT_FOUND');
      return c.json(event, 200, { ETag: `"${event.version}"` });
    },
  }),
  call('PUT', '/api/admin/events/:id', {
    audience: { right: 'admin' },
    bodyBytes: 512 * 1024,
    touches: 'event',
    token: { scopes: ['events:write'], event: 'path' },
    openapi: {
      summary: 'Saves an event with its menus over the version that was edited',
      parameters: [EVENT_ID, IF_MATCH, KEY],
      requestBody: bodyOf(eventBodySchema),
      responses: { 200: { description: 'Saved', content: jsonOf(savedEventSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const eventId = eventIdFrom(c.req.param('id'));
      const version = readIfMatch(c.req.header('If-Match'));
      const body = await readEvent(c);
      const saved = await saveEvent(deps, requireAdmin(c.get('actor')), { eventId, version, draft: toDraft(body), menu: toMenu(body), idempotencyKey: readIdempotencyKey(c) });
      if (saved.outcome === 'done') return c.json({ version: saved.version });
      if (saved.outcome === 'conflict') throw new Refusal('VERSION_CONFLICT', { current: saved.current });
      throw toRefusal(saved);
    },
  }),
  call('DELETE', '/api/admin/events/:id', {
    audience: { right: 'admin' },
    touches: 'event',
    token: { scopes: ['events:write'], event: 'path' },
    openapi: {
      summary: 'Deletes an event without orders',
      parameters: [EVENT_ID, KEY],
      responses: { 204: { description: 'Deleted' }, ...problems(400, 401, 403, 404, 409, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const removed = await deleteEvent(deps, requireAdmin(c.get('actor')), { eventId: eventIdFrom(c.req.param('id')), idempotencyKey: readIdempotencyKey(c) });
      if (removed.outcome === 'done') return c.body(null, 204);
      throw toRefusal(removed);
    },
  }),
  call('POST', '/api/admin/events/:id/archive', {
    audience: { right: 'admin' },
    touches: 'event',
    token: { scopes: ['events:write'], event: 'path' },
    openapi: {
      summary: 'Takes an event off sale and out of sight; its tickets stay valid',
      parameters: [EVENT_ID, KEY],
      responses: { 202: ACCEPTED, ...problems(400, 401, 403, 404, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const archived = await archiveEvent(deps, requireAdmin(c.get('actor')), { eventId: eventIdFrom(c.req.param('id')), idempotencyKey: readIdempotencyKey(c) });
      if (archived.outcome === 'done') return c.body(null, 202);
      throw toRefusal(archived);
    },
  }),
  call('POST', '/api/admin/events/:id/withdraw', {
    audience: { right: 'admin' },
    touches: 'money',
    openapi: {
      summary: 'Withdraws an event: its sale ends, its tickets end and their money goes back in the background',
      parameters: [EVENT_ID],
      responses: { 202: ACCEPTED, ...problems(400, 401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      // Idempotent.
      const outcome = await withdrawEvent(deps, requireAdmin(c.get('actor')), eventIdFrom(c.req.param('id')));
      if (outcome === 'not_found') throw new Refusal('EVENT_NOT_FOUND');
      if (outcome === 'right_lost') throw new Refusal('NOT_ADMIN');
      return c.body(null, 202);
    },
  }),
];

type Handled = Context<EdgeEnv, string>;

async function readEvent(c: Handled): Promise<EventBody> {
  return readValid(eventBodySchema, await readJsonObject(c.req.raw, 512 * 1024));
}

function toDraft({ sections: _sections, options: _options, ...draft }: EventBody): Omit<EventBody, 'sections' | 'options'> {
  return draft;
}

function toMenu({ sections, options }: EventBody): Pick<EventBody, 'sections' | 'options'> {
  return { sections, options };
}

type Refused = { outcome: 'invalid'; problems: Record<string, string> } | { outcome: 'not_found' | 'key_reused' | 'has_sold_tickets' | 'refused' };

function toRefusal(refused: Refused): Refusal {
  switch (refused.outcome) {
    case 'invalid':
      return new Refusal('VALIDATION', { fields: refused.problems });
    case 'not_found':
      return new Refusal('EVENT_NOT_FOUND');
    case 'key_reused':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'has_sold_tickets':
      return new Refusal('HAS_SOLD_TICKETS');
    case 'refused':
      return new Refusal('NOT_ADMIN');
  }
}

function eventIdFrom(text: string): number {
  const id = parseEventId(text);
  if (id === null) throw new Refusal('INVALID_EVENT_ID');
  return id;
}
