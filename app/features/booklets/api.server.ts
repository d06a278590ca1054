import { FIRST_YEAR, LAST_YEAR } from '#app/domain/booklets/booklet.ts';
import { bookletAddress } from '#app/domain/booklets/booklet-address.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { jsonOf, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { toBookletDto } from './booklet-dto.server.ts';
import { editorCalls } from './admin/api.server.ts';
import { bookletsSchema, searchResultsSchema } from './schema.ts';
import { listBooklets, searchBooklets } from './service.server.ts';

const BRIEFLY = { 'Cache-Control': 'no-cache' };
const LONGEST_QUERY = 200;

export const calls: readonly Call[] = [
  call('GET', '/api/booklets', {
    audience: 'anyone',
    openapi: { summary: 'All booklets, the newest year first', responses: { 200: { description: 'Booklets', content: jsonOf(bookletsSchema) }, ...problems(429, 500, 503) } },
    async handle(c, { deps }) {
      return c.json({ booklets: (await listBooklets(deps)).map(toBookletDto) }, 200, BRIEFLY);
    },
  }),
  call('GET', '/api/booklets/search', {
    audience: 'anyone',
    limit: 'search',
    openapi: {
      summary: 'The pages that hold all of the words, without regard to accents and case; of one year in the order of its pages',
      parameters: [
        { name: 'q', in: 'query', required: true, schema: { type: 'string', maxLength: LONGEST_QUERY } },
        { name: 'year', in: 'query', required: false, schema: { type: 'integer', minimum: FIRST_YEAR, maximum: LAST_YEAR } },
      ],
      responses: { 200: { description: 'Pages', content: jsonOf(searchResultsSchema) }, ...problems(429, 500, 503) },
    },
    async handle(c, { deps }) {
      const query = (c.req.query('q') ?? '').slice(0, LONGEST_QUERY);
      const { results, total, sought } = await searchBooklets(deps, { query, year: yearFrom(c.req.query('year')) });
      const found = results.map(({ year, page, snippet }) => ({ year, page, url: bookletAddress({ year, page, query }), snippet: snippet.text, highlights: snippet.highlights }));
      return c.json({ total, results: found, ...sought }, 200, BRIEFLY);
    },
  }),
  ...editorCalls,
];

function yearFrom(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  return /^\d{4}$/.test(text) ? Number(text) : 0;
}
