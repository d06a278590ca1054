import { parseNewsId } from '#app/domain/news/news-id.ts';
import { readNewsFilter } from '#app/domain/news/news-filter.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { jsonOf, pathParameter, problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';

import { type NewsItem, newsItemSchema, newsListSchema } from './schema.ts';
import { findNews, listNews, type NewsView } from './service.server.ts';

/** The public API ignores the session: everybody reads what a visitor may read. */
const VISITOR: Actor = { kind: 'guest', visitor: null };
const FRESH = { 'Cache-Control': 'no-cache' };
const PAGE_LENGTH = 20;
const NEWS_ID = pathParameter('id', { type: 'integer' });

export const publicCalls: readonly Call[] = [
  call('GET', '/api/news', {
    audience: 'anyone',
    openapi: {
      summary: 'Published news, featured ones first, then the newest',
      parameters: [
        queryParameter('q', { type: 'string' }, { description: 'Words of the title, the excerpt or the content, whatever their accents and capitals' }),
        queryParameter('from', { type: 'string' }, { description: 'From this day on (YYYY-MM-DD, Europe/Madrid)' }),
        queryParameter('to', { type: 'string' }, { description: 'Through this day' }),
        queryParameter('category', { type: 'string' }, { description: 'Filed under it' }),
        queryParameter('tag', { type: 'string' }, { description: 'With this tag' }),
        queryParameter('cursor', { type: 'string' }, { description: '`next` of the answer before' }),
      ],
      responses: { 200: { description: 'Twenty at most', content: jsonOf(newsListSchema) }, ...problems(429, 500, 503) },
    },
    async handle(c, { deps }) {
      const query = new URL(c.req.url).searchParams;
      const offset = offsetAt(query.get('cursor'));
      const { news, total } = await listNews(deps, VISITOR, { filter: readNewsFilter(query), limit: PAGE_LENGTH, offset });
      const end = offset + news.length;
      return c.json({ news: news.map(toItem), total, next: news.length > 0 && end < total ? String(end) : null }, 200, FRESH);
    },
  }),
  call('GET', '/api/news/:id', {
    audience: 'anyone',
    openapi: {
      summary: 'One published news item',
      parameters: [NEWS_ID],
      responses: { 200: { description: 'The news item', content: jsonOf(newsItemSchema) }, ...problems(404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = parseNewsId(c.req.param('id'));
      const news = id === null ? null : await findNews(deps, VISITOR, id);
      if (news === null) throw new Refusal('NOT_FOUND');
      return c.json(toItem(news), 200, FRESH);
    },
  }),
];

function toItem({ edited: _edited, ...item }: NewsView): NewsItem {
  return item;
}

const MAX_OFFSET = 100_000;

function offsetAt(cursor: string | null): number {
  return cursor !== null && /^\d{1,6}$/.test(cursor) ? Math.min(Number(cursor), MAX_OFFSET) : 0;
}
