import { parseEventId } from '#app/domain/event/event-id.ts';
import { holdsAccessCode } from '#app/features/vouchers/link/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { EVENT_STREAM, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { answerPlaces } from './live/places.server.ts';
import { eventDetailSchema, eventListSchema, eventSummarySchema, livePlacesSchema } from './schema.ts';
import { calendarOfEvent, findEvent, listEvents } from './service.server.ts';

/** Not cacheable: prices and visibility depend on the caller, and stock changes by the second. */

export const calls: readonly Call[] = [
  call('GET', '/api/events', {
    audience: 'anyone',
    sharedByGuests: true,
    openapi: { summary: 'Events the caller may see', responses: { 200: { description: 'Open events first, then sold out ones, then closed ones, each by date', content: jsonOf(eventListSchema) }, ...problems(429, 500, 503) } },
    async handle(c, { deps }) {
      const events = await listEvents(deps, c.get('actor'));
      return c.json({ events: events.map((event) => eventSummarySchema.parse(event)) });
    },
  }),
  call('GET', '/api/events/:id', {
    audience: 'anyone',
    openapi: {
      summary: "One event with its menu, at the caller's prices",
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'The event', content: jsonOf(eventDetailSchema) }, ...problems(400, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = eventIdFrom(c.req.param('id'));
      const event = await findEvent(deps, c.get('actor'), id, { byAccessCode: await holdsAccessCode(deps, c.req.raw.headers, id) });
      if (!event) throw new Refusal('EVENT_NOT_FOUND');
      return c.json(event);
    },
  }),
  call('GET', '/api/events/:id/live', {
    audience: 'anyone',
    openapi: {
      summary: 'Places left as text/event-stream, or once as JSON for whoever does not ask for a stream',
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'What is left, where it is little', content: { ...jsonOf(livePlacesSchema), ...EVENT_STREAM } }, ...problems(400, 404, 429, 500, 503) },
    },
    handle: (c, { deps }) => answerPlaces(c, deps, eventIdFrom(c.req.param('id'))),
  }),
  call('GET', '/api/events/:id/calendar', {
    audience: 'anyone',
    openapi: {
      summary: 'One event for a calendar',
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } }, ...problems(400, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const id = eventIdFrom(c.req.param('id'));
      const calendar = await calendarOfEvent(deps, c.get('actor'), id, { byAccessCode: await holdsAccessCode(deps, c.req.raw.headers, id) });
      if (calendar === null) throw new Refusal('EVENT_NOT_FOUND');
      return c.body(calendar, 200, { 'Content-Type': 'text/calendar; charset=utf-8', 'Content-Disposition': 'attachment; filename="acte.ics"' });
    },
  }),
];

function eventIdFrom(text: string): number {
  const id = parseEventId(text);
  if (id === null) throw new Refusal('INVALID_EVENT_ID');
  return id;
}
