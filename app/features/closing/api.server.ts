import type { Context } from 'hono';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { parseSeason } from '#app/domain/time/season.ts';
import { SHEET_MEDIA_TYPES } from '#app/features/exports/service.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';

import { CLOSING_FORMATS, type ClosingFile, type ClosingFormat, eventFile, seasonFile } from './closing-files.server.ts';
import { readEventClosing, readSeasonClosing } from './service.server.ts';

const ADMIN = { audience: { right: 'admin' }, touches: 'everybody', heavy: 'sheets', headers: { 'Cache-Control': 'private, no-store' } } as const;
const MEDIA_TYPES = { ...SHEET_MEDIA_TYPES, pdf: 'application/pdf' } as const;
const WORDS = { csv: 'CSV (semicolons, comma decimals, UTF-8 with its mark)', xlsx: 'a workbook', pdf: 'a PDF document for the assembly' } as const;

export const calls: readonly Call[] = CLOSING_FORMATS.flatMap((format) => [
  call('GET', `/api/admin/events/:id/closing.${format}`, {
    ...ADMIN,
    openapi: {
      summary: `The treasurer's closing of an event as ${WORDS[format]}`,
      parameters: [pathParameter('id', { type: 'integer' })],
      responses: { 200: fileOf(format), ...problems(400, 401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const eventId = parseEventId(c.req.param('id') ?? '');
      if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
      const closing = await readEventClosing(deps, requireAdmin(c.get('actor')), eventId);
      if (closing === null) throw new Refusal('EVENT_NOT_FOUND');
      return sent(c, await eventFile(deps, closing, { format, signal: c.req.raw.signal }));
    },
  }),
  call('GET', `/api/admin/closing/:season/closing.${format}`, {
    ...ADMIN,
    openapi: {
      summary: `The treasurer's closing of a season, named by the year in which it ends, as ${WORDS[format]}`,
      parameters: [pathParameter('season', { type: 'integer' })],
      responses: { 200: fileOf(format), ...problems(401, 403, 404, 500, 503) },
    },
    async handle(c, { deps }) {
      const season = parseSeason(c.req.param('season') ?? '');
      if (season === null) throw new Refusal('NOT_FOUND');
      return sent(c, await seasonFile(deps, await readSeasonClosing(deps, requireAdmin(c.get('actor')), season), { format, signal: c.req.raw.signal }));
    },
  }),
]);

function fileOf(format: ClosingFormat): object {
  return { description: 'The file', content: { [MEDIA_TYPES[format].replace(/;.*/, '')]: { schema: { type: 'string', format: 'binary' } } } };
}

function sent(c: Context<EdgeEnv, string>, { name, format, body }: ClosingFile): Response {
  return c.body(body, 200, { 'Content-Type': MEDIA_TYPES[format], 'Content-Disposition': contentDisposition('attachment', name) });
}
