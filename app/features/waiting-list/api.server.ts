import { parseEventId } from '#app/domain/event/event-id.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { exportWaitingList } from './admin/service.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/waiting-list.csv', {
    audience: { right: 'admin' },
    touches: 'everybody',
    heavy: 'sheets',
    headers: { 'Cache-Control': 'private, no-store' },
    token: { scopes: ['orders:read', 'people'], event: 'path' },
    openapi: {
      summary: 'The waiting list of an event as CSV (semicolons, UTF-8 with its mark)',
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } }, ...problems(400, 401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      const file = await exportWaitingList(deps, admin, eventId);
      if (file === null) throw new Refusal('EVENT_NOT_FOUND');
      return c.body(file.csv, 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', file.name) });
    },
  }),
];
