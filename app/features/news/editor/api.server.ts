import type { Context } from 'hono';

import type { NewsDraft } from '#app/domain/news/news-draft.ts';
import { parseNewsId } from '#app/domain/news/news-id.ts';
import { Refusal } from '#app/http/answers/refusal.server.ts';
import { type Call, call } from '#app/http/calls.server.ts';
import type { EdgeEnv } from '#app/http/edge.server.ts';
import { requireRight } from '#app/http/guards/guards.server.ts';
import { readJsonObject } from '#app/http/guards/read-body.server.ts';
import { readIdempotencyKey } from '#app/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, jsonOf, pathParameter, problems } from '#app/http/openapi.server.ts';
import { readIfMatch, readValid } from '#app/http/validation.server.ts';

import { createdNewsSchema, editedNewsSchema, newsBodySchema, savedNewsSchema } from '../schema.ts';
import { createNews, type CreateNewsOutcome, deleteNews, type DeleteNewsOutcome, findEditedNews, saveNews, type SaveNewsOutcome } from './service.server.ts';

const EDITOR = { right: 'editor' } as const;
const NEWS_ID = pathParameter('id', { type: 'integer' });
const KEY = idempotencyKey('the same key and body within 24 hours change it once');
const IF_MATCH = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string', example: '"3"' }, description: 'The version that was edited' };

export const editorCalls: readonly Call[] = [
  call('POST', '/api/admin/news', {
    audience: EDITOR,
    refusedText: 'No tienes permisos para crear noticias',
    openapi: {
      summary: 'Creates a news item out of its texts and of pictures that were uploaded before',
      parameters: [KEY],
      requestBody: bodyOf(newsBodySchema),
      responses: { 201: { description: 'Created', content: jsonOf(createdNewsSchema) }, ...problems(400, 401, 403, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const made = await createNews(deps, requireRight(c.get('actor'), 'editor'), { draft: await readDraft(c), idempotencyKey: keyOf(c) });
      if (made.outcome === 'done') return c.json({ id: made.id, version: made.version }, 201);
      throw refusalOf(made, 'crear');
    },
  }),
  call('GET', '/api/admin/news/:id', {
    audience: EDITOR,
    refusedText: 'No tienes permisos para acceder a esta funcionalidad',
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
    refusedText: 'No tienes permisos para actualizar noticias',
    openapi: {
      summary: 'Saves a news item over the version that was edited; pictures that are not named are deleted',
      parameters: [NEWS_ID, IF_MATCH, KEY],
      requestBody: bodyOf(newsBodySchema),
      responses: { 200: { description: 'Saved', content: jsonOf(savedNewsSchema) }, ...problems(400, 401, 403, 404, 409, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = idFrom(c.req.param('id'));
      const version = readIfMatch(c.req.header('If-Match'));
      const saved = await saveNews(deps, requireRight(c.get('actor'), 'editor'), { id, version, draft: await readDraft(c), idempotencyKey: keyOf(c) });
      if (saved.outcome === 'done') return c.json({ version: saved.version });
      if (saved.outcome === 'conflict') throw new Refusal('VERSION_CONFLICT', { current: saved.current });
      throw refusalOf(saved, 'actualizar');
    },
  }),
  call('DELETE', '/api/admin/news/:id', {
    audience: EDITOR,
    refusedText: 'No tienes permisos para eliminar noticias',
    openapi: {
      summary: 'Deletes a news item with its pictures',
      parameters: [NEWS_ID, KEY],
      responses: { 204: { description: 'Deleted' }, ...problems(400, 401, 403, 404, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const removed = await deleteNews(deps, requireRight(c.get('actor'), 'editor'), { id: idFrom(c.req.param('id')), idempotencyKey: keyOf(c) });
      if (removed.outcome === 'done') return c.body(null, 204);
      throw refusalOf(removed, 'eliminar');
    },
  }),
];

async function readDraft(c: Context<EdgeEnv>): Promise<NewsDraft> {
  const { publishedAt, ...body } = readValid(newsBodySchema, await readJsonObject(c.req.raw));
  return { ...body, title: body.title.trim(), publishedAt: publishedAt === null ? null : new Date(publishedAt) };
}

type Refused = Exclude<CreateNewsOutcome | SaveNewsOutcome | DeleteNewsOutcome, { outcome: 'done' | 'conflict' }>;

function refusalOf(refused: Refused, act: 'crear' | 'actualizar' | 'eliminar'): Refusal {
  switch (refused.outcome) {
    case 'invalid':
      return new Refusal('VALIDATION', { fields: refused.problems });
    case 'not_found':
      return new Refusal('NOT_FOUND');
    case 'key_reused':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'refused':
      return new Refusal('FORBIDDEN', { message: `No tienes permisos para ${act} noticias` });
  }
}

function idFrom(text: string): number {
  const id = parseNewsId(text);
  if (id === null) throw new Refusal('NOT_FOUND');
  return id;
}

function keyOf(c: Context<EdgeEnv>): string | null {
  return readIdempotencyKey(c.req.header('Idempotency-Key'));
}
