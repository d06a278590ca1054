import type { Context } from 'hono';
import type { z } from 'zod';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { EdgeEnv, EdgeParts } from '#app/platform/http/edge.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { mayReadPeople } from '#app/platform/http/guards/token-access.server.ts';
import { bodyOf, EVENT_STREAM, jsonOf, type Operation, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import type { Audience } from '#app/platform/http/page.ts';
import { parseEventId } from '#app/domain/event/event-id.ts';
import { namesEtag } from '#app/platform/http/headers/etag.ts';

import { admitGroup, admitTicket, namesTicket, readGroup, verifyTicket } from './admission/service.server.ts';
import { withoutNote } from './answer.server.ts';
import { recordGuessing } from './code-guessing/service.server.ts';
import { doorRequest, type DoorRequest, handingIn, type Scanner, scannerOf } from './scanner/service.server.ts';
import { countersSchema, deviceReportSchema, doorAnswerSchema, doorListSchema, doorSchema, foundTicketsSchema, groupAnswerSchema, groupSchema, serveSchema, undoSchema, uploadAnswerSchema, uploadSchema, useGroupSchema, useSchema, verifySchema } from './schema.ts';
import { serveDishes, undoServing, verifyDishes } from './serving/service.server.ts';
import { undoAdmission } from './undo.server.ts';
import { recordDevice } from './devices/service.server.ts';
import { readCounters } from './live/counters.server.ts';
import { streamCounters } from './live/stream.server.ts';
import { readDoorList } from './offline/list.server.ts';
import { takeOfflineScans } from './offline/upload.server.ts';
import { openDoor, searchAtDoor } from './service.server.ts';

const DOOR_AUDIENCE = { right: 'door', orPass: true, orShift: true } as const satisfies Audience;

/** The event that they ask about is the body's: `doorRequest` keeps each scanner to its own. */
export const AT_THE_DOOR = { audience: DOOR_AUDIENCE, limit: 'scan', token: { scopes: ['door'], event: 'handler' } } as const;
export const AT_OR_AFTER_THE_DOOR = { ...AT_THE_DOOR, audience: { ...DOOR_AUDIENCE, orEndedPass: true, orEndedShift: true } } as const;

function decision(summary: string, input: { body: z.ZodType; answer: z.ZodType }): Operation {
  return {
    summary,
    requestBody: bodyOf(input.body),
    responses: { 200: { description: 'The decision', content: jsonOf(input.answer) }, ...problems(400, 401, 403, 413, 429, 500, 503) },
  };
}

const EVENT_ID = pathParameter('eventId', { type: 'integer' });
const UPLOAD_BYTES = 256 * 1024;
const groupOfSchema = undoSchema.pick({ ticketId: true, eventId: true });

export const calls: readonly Call[] = [
  call('POST', '/api/tickets/verify', {
    ...AT_THE_DOOR,
    openapi: decision('Look at what a scanner read or a person typed; changes nothing but the log of scans', { body: verifySchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { qrData, source, mode, ...where } = await readBody(c.req.raw, verifySchema);
      const verify = mode === 'serve' ? verifyDishes : verifyTicket;
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, presented: qrData }, () => verify(parts.deps, requestOf(scanner, where), { text: qrData, source })));
    },
  }),
  call('POST', '/api/tickets/use', {
    ...AT_THE_DOOR,
    openapi: decision('Admit a ticket once; the same nonce gets the same answer', { body: useSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, direction, ...where } = await readBody(c.req.raw, useSchema);
      const answer = await watchCodeGuessing(parts, { scanner, presented: ticketId }, () => admitTicket(parts.deps, requestOf(scanner, where), { ticketId, nonce, direction }));
      parts.deps.metrics.count('scans', answer.code);
      return answerDoor(c, answer);
    },
  }),
  call('POST', '/api/tickets/use-party', {
    ...AT_THE_DOOR,
    openapi: decision('Admit n of m tickets, each with its own answer', { body: useGroupSchema, answer: groupAnswerSchema }),
    async handle(c, { deps }) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketIds, nonce, ...where } = await readBody(c.req.raw, useGroupSchema);
      const answer = await admitGroup(deps, requestOf(scanner, where), { ticketIds, nonce });
      return c.json({ ...answer, results: answer.results.map(withoutNote) });
    },
  }),
  call('POST', '/api/tickets/undo', {
    ...AT_THE_DOOR,
    openapi: decision('Take the last admission back: within a minute by the same device, by an admin at any time', { body: undoSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, ...where } = await readBody(c.req.raw, undoSchema);
      const answer = await watchCodeGuessing(parts, { scanner, presented: ticketId }, () => undoAdmission(parts.deps, requestOf(scanner, where), { ticketId, nonce }));
      return answerDoor(c, withoutNote(answer));
    },
  }),
  call('POST', '/api/tickets/serve', {
    ...AT_THE_DOOR,
    openapi: decision("Mark a ticket's dishes as given out, once, where the event has 'Servir a la cuina'; the same nonce gets the same answer", { body: serveSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, places, ...where } = await readBody(c.req.raw, serveSchema);
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, presented: ticketId }, () => serveDishes(parts.deps, requestOf(scanner, where), { ticketId, nonce, places: places ?? null })));
    },
  }),
  call('POST', '/api/tickets/undo-serving', {
    ...AT_THE_DOOR,
    openapi: decision('Take the last serving back: within a minute by the same device, by an admin at any time', { body: undoSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, ...where } = await readBody(c.req.raw, undoSchema);
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, presented: ticketId }, () => undoServing(parts.deps, requestOf(scanner, where), { ticketId, nonce })));
    },
  }),
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
      const request = ownEvent(c.get('actor'), c.req.param('eventId'), handingIn);
      const { scans, sentAt } = await readBody(c.req.raw, uploadSchema, UPLOAD_BYTES);
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

export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema, maxBytes?: number): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJsonObject(request, maxBytes));
  if (!parsed.success) throw new Refusal('INVALID_JSON');
  return parsed.data;
}

export function requestOf(scanner: Scanner, where: { eventId?: number | null | undefined; device?: string | null | undefined }): DoorRequest {
  return doorRequest(scanner, { eventId: where.eventId ?? null, device: where.device || null });
}

function answerDoor(c: Context<EdgeEnv>, answer: DoorAnswer): Response {
  return c.json(visibleTo(c.get('actor'), answer));
}

/** What somebody wrote, or needs to eat, is for people at the door and for programs that may read people. */
function visibleTo(actor: Actor, answer: DoorAnswer): DoorAnswer {
  if (answer.ticket === undefined || mayReadPeople(actor)) return answer;
  const { needs: _needs, ...ticket } = answer.ticket;
  return withoutNote({ ...answer, ticket });
}

/** Past the limit of misses only numbers are refused: ids can't be guessed, so real tickets still pass. */
async function watchCodeGuessing({ deps, limits }: EdgeParts, { scanner, presented }: { scanner: Scanner; presented: string }, ask: () => Promise<DoorAnswer>): Promise<DoorAnswer> {
  const wait = await limits.take('unknown_ticket', scanner.id);
  if (wait !== null) {
    if (await namesTicket(deps, presented)) return ask();
    if (recordGuessing(deps, scanner.id)) deps.log.warn({ scanner: scanner.id }, 'a scanner reads too many unknown codes');
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
  }
  const answer = await ask();
  if (answer.code !== 'NOT_FOUND') await limits.refund('unknown_ticket', scanner.id);
  return answer;
}

function ownEvent(actor: Actor, text: string, whoIs: (actor: Actor) => Scanner = scannerOf): DoorRequest & { eventId: number } {
  const scanner = whoIs(actor);
  const eventId = parseEventId(text);
  if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
  const request = doorRequest(scanner, { eventId, device: null });
  if (request.eventIds?.length === 0) throw new Refusal('FORBIDDEN');
  return request;
}
