import { parseEventId } from '#app/domain/event/event-id.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { namesEtag } from '#app/platform/http/headers/etag.ts';
import { bodyOf, EVENT_STREAM, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { AT_OR_AFTER_THE_DOOR, AT_THE_DOOR, readBody, requestOf } from './api.server.ts';
import { eventsAtDoor, handingIn, type Scanner, scannerOf } from './scanner/service.server.ts';
import { recordDevice } from './devices/service.server.ts';
import { countersSchema, deviceReportSchema, doorListSchema, doorSchema, foundTicketsSchema, groupSchema, undoSchema, uploadAnswerSchema, uploadSchema } from './schema.ts';
import { readCounters } from './live/counters.server.ts';
import { streamCounters } from './live/stream.server.ts';
import { readDoorList } from './offline/list.server.ts';
import { takeOfflineScans } from './offline/upload.server.ts';
import { readGroup } from './group.server.ts';
import { openDoor, searchAtDoor } from './service.server.ts';

const EVENT_ID = pathParameter('eventId', { type: 'integer' });
const UPLOAD_BYTES = 256 * 1024;
const groupOfSchema = undoSchema.pick({ ticketId: true, eventId: true });

export const eventCalls: readonly Call[] = [
  call('GET', '/api/door', {
    ...AT_THE_DOOR,
    openapi: { summary: 'The events that the caller may scan, and who they are', responses: { 200: { description: 'The events, those that are on first, then those of today, withdrawn ones last', content: jsonOf(doorSchema) }, ...problems(401, 403, 500, 503) } },
    handle: async (c, { deps }) => c.json(await openDoor(deps, scannerOf(c.get('actor')))),
  }),
  call('POST', '/api/tickets/party', {
    ...AT_THE_DOOR,
    openapi: {
      summary: 'The tickets that came with a ticket that was scanned: of its order, and given to nobody',
      requestBody: bodyOf(groupOfSchema),
      responses: { 200: { description: 'The tickets that have entered or may enter', content: jsonOf(groupSchema) }, ...problems(400, 401, 403, 404, 413, 500, 503) },
    },
    async handle(c, { deps }) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, ...where } = await readBody(c.req.raw, groupOfSchema);
      const tickets = await readGroup(deps, requestOf(scanner, where), ticketId);
      if (tickets === null) throw new Refusal('TICKET_NOT_FOUND');
      return c.json({ tickets });
    },
  }),
  call('GET', '/api/door/:eventId/list', {
    ...AT_THE_DOOR,
    openapi: {
      summary: 'What a phone needs to decide without network: hashes of ids with state, type and menu',
      parameters: [EVENT_ID],
      responses: { 200: { description: 'The list', content: jsonOf(doorListSchema) }, 304: { description: 'As before' }, ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const { eventId } = ownEvent(c.get('actor'), c.req.param('eventId'));
      const found = await readDoorList(deps, eventId);
      if (found === null) throw new Refusal('EVENT_NOT_FOUND');
      const headers = { ETag: found.etag, 'Cache-Control': 'private, no-cache' };
      return namesEtag(c.req.header('If-None-Match'), found.etag) ? c.body(null, 304, headers) : c.json(found.list, 200, headers);
    },
  }),
  call('POST', '/api/door/:eventId/scans', {
    ...AT_OR_AFTER_THE_DOOR,
    bodyBytes: UPLOAD_BYTES,
    openapi: {
      summary: 'Hand in scans that were decided without network; each is answered, conflicts are named. A pass that ran out does so for 48 hours; what one scanned that was ended by hand waits for an admin',
      parameters: [EVENT_ID],
      requestBody: bodyOf(uploadSchema),
      responses: { 200: { description: 'An answer for each', content: jsonOf(uploadAnswerSchema) }, ...problems(400, 401, 403, 404, 413, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const { eventId, scanner } = ownEvent(c.get('actor'), c.req.param('eventId'), handingIn);
      const { scans, sentAt } = await readBody(c.req.raw, uploadSchema, UPLOAD_BYTES);
      const request = { ...requestOf(scanner, {}), eventId };
      return c.json({ results: await takeOfflineScans(deps, request, { scans, sentAt: sentAt === undefined ? null : new Date(sentAt) }) });
    },
  }),
  call('POST', '/api/door/:eventId/device', {
    ...AT_THE_DOOR,
    openapi: {
      summary: 'Tell how this phone stands: ready to work without network or not, and what waits in it',
      parameters: [EVENT_ID],
      requestBody: bodyOf(deviceReportSchema),
      responses: { 204: { description: 'Noted' }, ...problems(400, 401, 403, 413, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const { eventId, scanner } = ownEvent(c.get('actor'), c.req.param('eventId'));
      await recordDevice(deps, scanner, { eventId, report: await readBody(c.req.raw, deviceReportSchema) });
      return c.body(null, 204);
    },
  }),
  call('GET', '/api/door/:eventId/live', {
    ...AT_THE_DOOR,
    openapi: {
      summary: 'Counters of an event as text/event-stream, or once as JSON for whoever accepts only that',
      parameters: [EVENT_ID],
      responses: { 200: { description: 'The counters', content: { ...jsonOf(countersSchema), ...EVENT_STREAM } }, ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const { eventId } = ownEvent(c.get('actor'), c.req.param('eventId'));
      const accepts = c.req.header('Accept') ?? 'application/json';
      return /text\/event-stream|\*\/\*/.test(accepts) ? streamCounters(c, deps, eventId) : c.json(await readCounters(deps, eventId));
    },
  }),
  call('GET', '/api/door/:eventId/search', {
    audience: { right: 'door', orShift: true },
    token: { scopes: ['door', 'people'], event: 'path' },
    openapi: {
      summary: 'Tickets by name, number or the beginning of an address, from three characters on',
      parameters: [EVENT_ID, { name: 'q', in: 'query', required: true, schema: { type: 'string', minLength: 3 } }],
      responses: { 200: { description: 'Names and numbers', content: jsonOf(foundTicketsSchema) }, ...problems(400, 401, 403, 500, 503) },
    },
    async handle(c, { deps }) {
      const { eventId } = ownEvent(c.get('actor'), c.req.param('eventId'));
      return c.json({ tickets: await searchAtDoor(deps, { eventId, text: c.req.query('q') ?? '' }) });
    },
  }),
];

function ownEvent(actor: Actor, text: string, whoIs: (actor: Actor) => Scanner = scannerOf): { eventId: number; scanner: Scanner } {
  const scanner = whoIs(actor);
  const eventId = parseEventId(text);
  if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
  if (eventsAtDoor(scanner, eventId)?.length === 0) throw new Refusal('FORBIDDEN');
  return { eventId, scanner };
}
