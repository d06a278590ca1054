import { writeCsvStream } from 'hucre/csv';

import { type Call, call } from '#app/platform/http/calls.server.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { problems } from '#app/platform/http/openapi/openapi.server.ts';

import { TEMPLATE_ROWS } from './member-list.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/admin/members/template.csv', {
    audience: { right: 'admin' },
    openapi: {
      summary: 'A list of members to fill in and import, as CSV (semicolons, UTF-8 with its mark)',
      parameters: [],
      responses: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } }, ...problems(401, 403, 500) },
    },
    async handle(c) {
      const rows = TEMPLATE_ROWS.map((row) => [...row]);
      return c.body(writeCsvStream(rows, { delimiter: ';', bom: true }), 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', 'socis.csv') });
    },
  }),
];
