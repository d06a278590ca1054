import type { Context } from 'hono';

import { parseEventId } from '#app/domain/event/event-id.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeEnv, EdgeParts } from '#app/platform/http/edge.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { ROLES } from '#app/domain/people/roles.ts';
import { TENDER_ORDER } from '#app/domain/report/tender-words.ts';
import { pathParameter, problems, queryParameter } from '#app/platform/http/openapi/openapi.server.ts';

import { EXPORT_KINDS, EXPORT_STATES, exportEvent, type ExportFilter, SHEET_MEDIA_TYPES, type SheetFormat } from './service.server.ts';

const ADMIN = { audience: { right: 'admin' }, touches: 'everybody', heavy: 'sheets', token: { scopes: ['orders:read', 'people'], event: 'path' }, headers: { 'Cache-Control': 'private, no-store' } } as const;
const PARAMETERS = [
  pathParameter('id', { type: 'integer' }),
  { name: 'kind', in: 'query', required: false, schema: { type: 'string', enum: [...EXPORT_KINDS], default: 'orders' } },
  queryParameter('state', { type: 'string', enum: [...EXPORT_STATES] }),
  queryParameter('role', { type: 'string', enum: [...ROLES] }),
  queryParameter('means', { type: 'string', enum: [...TENDER_ORDER] }),
];

function descriptionOf(format: SheetFormat): { summary: string; parameters: object[]; responses: Record<number, object> } {
  return {
    summary: `Orders or tickets of an event as ${format === 'csv' ? 'CSV (semicolons, comma decimals, UTF-8 with its mark)' : 'a workbook'}, a column a course, with a row of totals, without notes`,
    parameters: PARAMETERS,
    responses: { 200: { description: 'The file', content: { [SHEET_MEDIA_TYPES[format].replace(/;.*/, '')]: { schema: { type: 'string', format: 'binary' } } } }, ...problems(400, 401, 403, 404, 429, 500, 503) },
  };
}

export const calls: readonly Call[] = [
  call('GET', '/api/admin/events/:id/export.csv', { ...ADMIN, openapi: descriptionOf('csv'), handle: (c, parts) => answer(c, parts, 'csv') }),
  call('GET', '/api/admin/events/:id/export.xlsx', { ...ADMIN, openapi: descriptionOf('xlsx'), handle: (c, parts) => answer(c, parts, 'xlsx') }),
];

async function answer(c: Context<EdgeEnv, string>, { deps }: EdgeParts, format: SheetFormat): Promise<Response> {
  const admin = requireAdmin(c.get('actor'));
  const eventId = parseEventId(c.req.param('id') ?? '');
  if (eventId === null) throw new Refusal('INVALID_EVENT_ID');
  const kind = EXPORT_KINDS.find((one) => one === c.req.query('kind')) ?? 'orders';
  const file = await exportEvent(deps, admin, { eventId, kind, format, filter: filterOf((name) => c.req.query(name)) });
  if (file === null) throw new Refusal('EVENT_NOT_FOUND');
  return c.body(file.body, 200, { 'Content-Type': SHEET_MEDIA_TYPES[format], 'Content-Disposition': contentDisposition('attachment', file.name) });
}

function filterOf(query: (name: string) => string | undefined): ExportFilter {
  const one = <Value extends string>(name: string, values: readonly Value[]): Value | null => values.find((value) => value === query(name)) ?? null;
  return { state: one('state', EXPORT_STATES) ?? 'all', role: one('role', ROLES), means: one('means', TENDER_ORDER) };
}
