import type { Context } from 'hono';

import type { NewsDraft } from '#app/domain/news/news-fields.ts';
import { parseNewsId } from '#app/domain/news/news-id.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { editRefusal } from '#app/platform/http/edit-refusal.server.ts';
import { requireRight } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, IF_MATCH, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readIfMatch, readValid } from '#app/platform/http/validation.server.ts';

import { createdNewsSchema, editedNewsSchema, newsBodySchema, savedNewsSchema } from '../schema.ts';
import { createNews, deleteNews, findEditedNews, saveNews } from './service.server.ts';

const EDITOR = { right: 'editor' } as const;
const NEWS_ID = pathParameter('id', { type: 'integer' });
const KEY = idempotencyKey('the same key and body within 24 hours change it once');
const MAY_NOT = { create: 'No tienes permisos para crear noticias', save: 'No tienes permisos para actualizar noticias', delete: 'No tienes permisos para eliminar noticias' } as const;

export const editorCalls: readonly Call[] = [
  call('POST', '/api/admin/news', {
    audience: EDITOR,
    refusedText: MAY_NOT.create,
    token: { scopes: ['news:write'], event: 'none' },
    openapi: {
      summary: 'Creates a news item out of its texts and of pictures that were uploaded before',
      parameters: [KEY],
      requestBody: bodyOf(newsBodySchema),
      responses: { 201: { description: 'Created', content: jsonOf(createdNewsSchema) }, ...problems(400, 401, 403, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const made = await createNews(deps, requireRight(c.get('actor'), 'editor'), { draft: await readDraft(c), idempotencyKey: readIdempotencyKey(c) });
      if (made.outcome === 'done') return c.json({ id: made.id, version: made.version }, 201);
      throw editRefusal(made, MAY_NOT.create);
    },
  }),
  call('GET', '/api/admin/news/:id', {
    audience: EDITOR,
    refusedText: 'No tienes permisos para acceder a esta funcionalidad',
    token: { scopes: ['news:write'], event: 'none' },
    openapi: {
      summary: 'A news item as it is edited, drafts included',
      parameters: [NEWS_ID],
      responses: { 200: { description: 'The news item with its version', content: jsonOf(editedNewsSchema) }, ...problems(401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const news = await findEditedNews(deps, idFrom(c.req.param('id')));
      if (news === null) throw new Refusal('NOT_FOUND');
      return c.json(news, 200, { ETag: `"${news.version}"` });
    },
  }),
  call('PUT', '/api/admin/news/:id', {
    audience: EDITOR,
    refusedText: MAY_NOT.save,
    token: { scopes: ['news:write'], event: 'none' },
    openapi: {
      summary: 'Saves a news item over the version that was edited; pictures that are not named are deleted',
      parameters: [NEWS_ID, IF_MATCH, KEY],
      requestBody: bodyOf(newsBodySchema),
      responses: { 200: { description: 'Saved', content: jsonOf(savedNewsSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = idFrom(c.req.param('id'));
      const version = readIfMatch(c.req.header('If-Match'));
      const saved = await saveNews(deps, requireRight(c.get('actor'), 'editor'), { id, version, draft: await readDraft(c), idempotencyKey: readIdempotencyKey(c) });
      if (saved.outcome === 'done') return c.json({ version: saved.version });
      if (saved.outcome === 'conflict') throw new Refusal('VERSION_CONFLICT', { current: saved.current });
      throw editRefusal(saved, MAY_NOT.save);
    },
  }),
  call('DELETE', '/api/admin/news/:id', {
    audience: EDITOR,
    refusedText: MAY_NOT.delete,
    token: { scopes: ['news:write'], event: 'none' },
    openapi: {
      summary: 'Deletes a news item with its pictures',
      parameters: [NEWS_ID, KEY],
      responses: { 204: { description: 'Deleted' }, ...problems(400, 401, 403, 404, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const removed = await deleteNews(deps, requireRight(c.get('actor'), 'editor'), { id: idFrom(c.req.param('id')), idempotencyKey: readIdempotencyKey(c) });
      if (removed.outcome === 'done') return c.body(null, 204);
      throw editRefusal(removed, MAY_NOT.delete);
    },
  }),
];

async function readDraft(c: Context<EdgeEnv>): Promise<NewsDraft> {
  return readValid(newsBodySchema, await readJsonObject(c.req.raw));
}

function idFrom(text: string): number {
  const id = parseNewsId(text);
  if (id === null) throw new Refusal('NOT_FOUND');
  return id;
}
