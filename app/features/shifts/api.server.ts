import { parseEventId } from '#app/domain/event/event-id.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { readBoard } from './admin/service.server.ts';
import { shiftsCsv } from './csv.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/shifts.csv', {
    audience: { right: 'admin' },
    heavy: 'sheets',
    touches: 'everybody',
    openapi: {
      summary: 'The shifts of an event, with who takes part and who is missing',
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'Columns set apart by semicolons, with a byte order mark', content: { 'text/csv': { schema: { type: 'string' } } } }, ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      const board = await readBoard(deps, admin, eventId);
      if (board === null) throw new Refusal('EVENT_NOT_FOUND');
      return c.body(shiftsCsv(board.shifts), 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', `torns ${board.event.title}.csv`) });
    },
  }),
];
