import type { Context } from 'hono';

import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { editRefusal } from '#app/platform/http/edit-refusal.server.ts';
import { requireRight } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, IF_MATCH, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readIfMatch, readValid } from '#app/platform/http/validation.server.ts';
import { isUuid } from '#app/domain/uuid.ts';

import { toBookletDto } from '../booklet-dto.server.ts';
import { changedBookletSchema, createdBookletSchema, editedBookletSchema, newBookletSchema, savedBookletSchema } from '../schema.ts';
import { findBooklet } from '../service.server.ts';
import { createBooklet, deleteBooklet, saveBooklet } from './service.server.ts';

const NEVER_STORED = { 'Cache-Control': 'private, no-store' };
const ONE = '/api/admin/booklets/:id' as const;
const ID = pathParameter('id', { type: 'string', format: 'uuid' });
const KEY = idempotencyKey('the same key and body within 24 hours change it once');
const MAY_NOT = { create: 'No tienes permisos para crear llibrets', save: 'No tienes permisos para actualizar llibrets', delete: 'No tienes permisos para eliminar llibrets' } as const;

export const editorCalls: readonly Call[] = [
  call('POST', '/api/admin/booklets', {
    audience: { right: 'editor' },
    refusedText: MAY_NOT.create,
    openapi: {
      summary: 'Makes a booklet out of an uploaded PDF',
      parameters: [KEY],
      requestBody: bodyOf(newBookletSchema),
      responses: { 201: { description: 'Created', content: jsonOf(createdBookletSchema) }, ...problems(400, 401, 403, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const { fileId, ...draft } = readValid(newBookletSchema, await readJsonObject(c.req.raw));
      const made = await createBooklet(deps, requireRight(c.get('actor'), 'editor'), { draft, fileId, idempotencyKey: readIdempotencyKey(c) });
      if (made.outcome === 'done') return c.json({ id: made.id, version: made.version }, 201, NEVER_STORED);
      throw editRefusal(made, MAY_NOT.create);
    },
  }),
  call('GET', ONE, {
    audience: { right: 'editor' },
    openapi: { summary: 'A booklet as it is edited', parameters: [ID], responses: { 200: { description: 'The booklet with its version', content: jsonOf(editedBookletSchema) }, ...problems(401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const booklet = await findBooklet(deps, c.req.param('id'));
      if (booklet === null) throw new Refusal('NOT_FOUND');
      return c.json({ ...toBookletDto(booklet), version: booklet.version }, 200, { ...NEVER_STORED, ETag: `"${booklet.version}"` });
    },
  }),
  call('PUT', ONE, {
    audience: { right: 'editor' },
    refusedText: MAY_NOT.save,
    openapi: {
      summary: 'Saves a booklet over the version that was edited; another PDF takes the place of the old one',
      parameters: [ID, IF_MATCH, KEY],
      requestBody: bodyOf(changedBookletSchema),
      responses: { 200: { description: 'Saved', content: jsonOf(savedBookletSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = idFrom(c);
      const version = readIfMatch(c.req.header('If-Match'));
      const { fileId = null, ...draft } = readValid(changedBookletSchema, await readJsonObject(c.req.raw));
      const saved = await saveBooklet(deps, requireRight(c.get('actor'), 'editor'), { id, version, draft, fileId, idempotencyKey: readIdempotencyKey(c) });
      if (saved.outcome === 'done') return c.json({ version: saved.version }, 200, NEVER_STORED);
      if (saved.outcome === 'conflict') {
        const current = await findBooklet(deps, id);
        throw new Refusal('VERSION_CONFLICT', { current: current && { ...toBookletDto(current), version: current.version } });
      }
      throw editRefusal(saved, MAY_NOT.save);
    },
  }),
  call('DELETE', ONE, {
    audience: { right: 'editor' },
    refusedText: MAY_NOT.delete,
    openapi: { summary: 'Deletes a booklet and its file', parameters: [ID, KEY], responses: { 204: { description: 'Deleted' }, ...problems(400, 401, 403, 404, 422, 429, 500, 503) } },
    async handle(c, { deps }) {
      const removed = await deleteBooklet(deps, requireRight(c.get('actor'), 'editor'), { id: idFrom(c), idempotencyKey: readIdempotencyKey(c) });
      if (removed.outcome === 'done') return c.body(null, 204);
      throw editRefusal(removed, MAY_NOT.delete);
    },
  }),
];

type Handled = Context<EdgeEnv, string>;

function idFrom(c: Handled): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new Refusal('NOT_FOUND');
  return id;
}
