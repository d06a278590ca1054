import { parseEventId } from '#app/domain/event/event-id.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { type AdminId, requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject, readOptionalJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { bodyOf, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { seatingCsv } from './admin/prints/service.server.ts';
import { publishTables, unpublishTables } from './publishing.server.ts';
import { arrangedSchema, type SeatingAnswer, seatingBodySchema, seatingSchema, versionBodySchema } from './schema.ts';
import { arrangePlan, readSeating, type Seating, writePlan } from './service.server.ts';

const EVENT_ID = pathParameter('id', { type: 'integer' });
const PATH = '/api/admin/events/:id/seating';
const BODY_BYTES = 2 * 1024 * 1024;
const OF_A_PLAN = problems(400, 401, 403, 404, 409, 413, 422, 429, 500, 503);

export const calls: readonly Call[] = [
  call('GET', PATH, {
    audience: { right: 'admin' },
    openapi: { summary: 'Rooms, tables and who sits where', parameters: [EVENT_ID], responses: { 200: { description: 'The plan', content: jsonOf(seatingSchema) }, ...problems(400, 401, 403, 404, 429, 500, 503) } },
    async handle(c, { deps }) {
      return c.json(toAnswer(await seatingOf(deps, requireAdmin(c.get('actor')), eventIdIn(c.req.param('id')))));
    },
  }),
  call('PUT', PATH, {
    audience: { right: 'admin' },
    touches: 'event',
    bodyBytes: BODY_BYTES,
    openapi: { summary: 'Replaces the plan over the version that was read', parameters: [EVENT_ID], requestBody: bodyOf(seatingBodySchema), responses: { 200: { description: 'The plan', content: jsonOf(seatingSchema) }, ...OF_A_PLAN } },
    async handle(c, { deps }) {
      const [admin, eventId] = [requireAdmin(c.get('actor')), eventIdIn(c.req.param('id'))];
      const body = readValid(seatingBodySchema, await readJsonObject(c.req.raw, BODY_BYTES));
      const outcome = await writePlan(deps, admin, { eventId, version: body.version }, body);
      if (typeof outcome === 'object') throw new Refusal('VALIDATION', { fields: outcome.fields });
      if (outcome !== 'done') throw await refusalOf(deps, { admin, eventId }, outcome);
      return c.json(toAnswer(await seatingOf(deps, admin, eventId)));
    },
  }),
  call('POST', `${PATH}/arrange`, {
    audience: { right: 'admin' },
    touches: 'event',
    openapi: { summary: 'Seats all paid tickets; what is pinned stays', parameters: [EVENT_ID], requestBody: { ...bodyOf(versionBodySchema), required: false }, responses: { 200: { description: 'The plan, and in words what it could not do', content: jsonOf(arrangedSchema) }, ...OF_A_PLAN } },
    async handle(c, { deps }) {
      const [admin, eventId] = [requireAdmin(c.get('actor')), eventIdIn(c.req.param('id'))];
      const outcome = await arrangePlan(deps, admin, { eventId, version: await versionIn(c.req.raw) });
      if (outcome === 'no_tables') throw new Refusal('VALIDATION', { fields: { rooms: 'La sala no té cap taula' } });
      if (outcome === 'busy') throw new Refusal('BUSY');
      if (outcome !== 'done') throw await refusalOf(deps, { admin, eventId }, outcome);
      const seating = await seatingOf(deps, admin, eventId);
      return c.json({ ...toAnswer(seating), notes: seating.notes });
    },
  }),
  ...(['publish', 'unpublish'] as const).map((act) =>
    call('POST', `${PATH}/${act}`, {
      audience: { right: 'admin' },
      touches: 'event',
      openapi: { summary: act === 'publish' ? 'Shows holders their tables, and tells each once' : 'Takes the tables out of sight again', parameters: [EVENT_ID], requestBody: { ...bodyOf(versionBodySchema), required: false }, responses: { 200: { description: 'The plan', content: jsonOf(seatingSchema) }, ...OF_A_PLAN } },
      async handle(c, { deps }) {
        const [admin, eventId] = [requireAdmin(c.get('actor')), eventIdIn(c.req.param('id'))];
        const which = { eventId, version: await versionIn(c.req.raw) };
        const outcome = act === 'publish' ? await publishTables(deps, admin, which) : await unpublishTables(deps, admin, which);
        if (outcome !== 'done') throw await refusalOf(deps, { admin, eventId }, outcome);
        return c.json(toAnswer(await seatingOf(deps, admin, eventId)));
      },
    }),
  ),
  call('GET', `${PATH}.csv`, {
    audience: { right: 'admin' },
    touches: 'everybody',
    heavy: 'sheets',
    openapi: { summary: 'Tables with who sits there, without names', parameters: [EVENT_ID], responses: { 200: { description: 'Columns set apart by semicolons, with a byte order mark', content: { 'text/csv': { schema: { type: 'string' } } } }, ...problems(400, 401, 403, 404, 500, 503) } },
    async handle(c, { deps }) {
      const seating = await seatingOf(deps, requireAdmin(c.get('actor')), eventIdIn(c.req.param('id')));
      return c.body(seatingCsv(seating), 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', `taules ${seating.event.title}.csv`) });
    },
  }),
];

async function seatingOf(deps: Deps, admin: AdminId, eventId: number): Promise<Seating> {
  const seating = await readSeating(deps, admin, eventId);
  if (seating === null) throw new Refusal('EVENT_NOT_FOUND');
  return seating;
}

export function toAnswer({ version, publishedAt, rooms, tickets }: Seating): SeatingAnswer {
  return {
    version,
    published: publishedAt !== null,
    rooms: rooms.map(({ id, name, tables }) => ({ id, name, tables: tables.map(({ roomId: _roomId, rowName, ...table }) => ({ ...table, row: rowName })) })),
    seated: tickets.flatMap(({ ticketId, tableId, pinned }) => (tableId === null ? [] : [{ ticketId, tableId, pinned }])),
    unseated: tickets.flatMap(({ ticketId, tableId }) => (tableId === null ? [ticketId] : [])),
  };
}

async function refusalOf(deps: Deps, { admin, eventId }: { admin: AdminId; eventId: number }, outcome: 'not_found' | 'changed' | 'right_lost'): Promise<Refusal> {
  if (outcome === 'changed') return new Refusal('VERSION_CONFLICT', { current: toAnswer(await seatingOf(deps, admin, eventId)) });
  return new Refusal(outcome === 'right_lost' ? 'NOT_ADMIN' : 'EVENT_NOT_FOUND');
}

async function versionIn(request: Request): Promise<number | null> {
  const body = await readOptionalJsonObject(request, '');
  return body && (readValid(versionBodySchema, body).version ?? null);
}

function eventIdIn(text: string): number {
  const id = parseEventId(text);
  if (id === null) throw new Refusal('INVALID_EVENT_ID');
  return id;
}
