import { z } from 'zod';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseTypedDate, parseTypedTime } from '#app/domain/time/typed-time.ts';
import { previewEventChanged } from '#app/features/tickets/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { jsonOf, pathParameter, problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';

import { findEditedEvent } from '../service.server.ts';

const previewSchema = z.object({ preview: z.object({ recipients: z.int(), takers: z.int(), subject: z.string(), text: z.string() }).nullable() });

export const holdersMailCalls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/changed-mail', {
    audience: { right: 'admin' },
    headers: { 'Cache-Control': 'private, no-store' },
    openapi: {
      summary: 'The mail that would tell ticket holders of another day, hour or place, to how many orders, and to how many who took a ticket; null where none of them differs',
      parameters: [pathParameter('id', { type: 'integer' }), queryParameter('date', { type: 'string' }), queryParameter('time', { type: 'string' }), queryParameter('location', { type: 'string' })],
      responses: { 200: { description: 'The mail', content: jsonOf(previewSchema) }, ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const eventId = parseEventId(c.req.param('id'));
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      const event = await findEditedEvent(deps, eventId);
      if (event === null) throw new Refusal('EVENT_NOT_FOUND');
      const after = {
        eventDate: parseTypedDate(c.req.query('date') ?? '') ?? event.date,
        eventTime: parseTypedTime(c.req.query('time') ?? '') ?? event.time,
        location: (c.req.query('location') ?? event.location ?? '').trim() || null,
      };
      const preview = await previewEventChanged(deps, { event, before: { eventDate: event.date, eventTime: event.time, location: event.location }, after });
      return c.json({ preview: preview && { recipients: preview.recipients, takers: preview.ticketRecipients, subject: preview.subject, text: preview.text } });
    },
  }),
];
