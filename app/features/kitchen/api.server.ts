import { z } from 'zod';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { readDishesByTable } from '#app/features/seating/admin/prints/service.server.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { mayReadPeople } from '#app/platform/http/guards/token-access.server.ts';
import { jsonOf, pathParameter, problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';

import { kitchenSchema, kitchenTablesSchema } from './schema.ts';
import { kitchenCsv, readKitchen, readKitchenSheet } from './service.server.ts';

export const calls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/kitchen', {
    audience: { right: 'admin' },
    token: { scopes: ['kitchen:read'], event: 'path' },
    openapi: {
      summary: 'Dishes of an event: ordered, served, revenue, notes',
      parameters: [pathParameter('id', { type: 'integer' }), queryParameter('by', { type: 'string', enum: ['table'] }, { description: 'Dishes by table' })],
      responses: { 200: { description: 'Most ordered first, or by table', content: jsonOf(z.union([kitchenSchema, kitchenTablesSchema])) }, ...problems(400, 401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      if (c.req.query('by') === 'table') return c.json({ tables: await readDishesByTable(deps, admin, eventId) });
      const { dishes, revenue } = await readKitchen(deps, admin, eventId);
      return c.json({ dishes: mayReadPeople(c.get('actor')) ? dishes : dishes.map((dish) => ({ ...dish, notes: [] })), revenue });
    },
  }),
  call('GET', '/api/admin/events/:id/kitchen.csv', {
    audience: { right: 'admin' },
    heavy: 'sheets',
    touches: 'everybody',
    token: { scopes: ['kitchen:read', 'people'], event: 'path' },
    openapi: {
      summary: 'The sheet of the kitchen, with the notes',
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'Columns set apart by semicolons, with a byte order mark', content: { 'text/csv': { schema: { type: 'string' } } } }, ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      const sheet = await readKitchenSheet(deps, admin, eventId);
      if (!sheet) throw new Refusal('EVENT_NOT_FOUND');
      return c.body(kitchenCsv(sheet), 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', `cuina ${sheet.title}.csv`) });
    },
  }),
];
