import { writeCsvStream } from 'hucre/csv';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';

import { readTotals } from './service.server.ts';
import { tenderText, roleText } from '#app/domain/report/tender-words.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/admin/reports/totals.csv', {
    audience: { right: 'admin' },
    heavy: 'sheets',
    headers: { 'Cache-Control': 'private, no-store' },
    touches: 'everybody',
    token: { scopes: ['orders:read', 'people'], event: 'none' },
    openapi: {
      summary: 'Money by day, means of payment and price category, as CSV (semicolons, comma decimals)',
      parameters: [queryParameter('from', { type: 'string', format: 'date' }), queryParameter('to', { type: 'string', format: 'date' }), queryParameter('eventId', { type: 'integer' })],
      responses: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } }, ...problems(401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const { period, lines } = await readTotals(deps, admin, { from: c.req.query('from') ?? '', to: c.req.query('to') ?? '', eventId: parseEventId(c.req.query('eventId') ?? '') });
      const rows = [
        ['Dia', 'Mitjà', 'Categoria', 'Tiquets', 'Cobrat', 'Tornat'],
        ...lines.map(({ day, means, role, tickets, taken, refunded }) => [day, tenderText(means), roleText(role), tickets, euros(taken), euros(refunded)]),
      ];
      const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', `totals ${period.from} ${period.to}.csv`) };
      return c.body(writeCsvStream(rows, { delimiter: ';', bom: true, escapeFormulae: true }), 200, headers);
    },
  }),
];

function euros(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
