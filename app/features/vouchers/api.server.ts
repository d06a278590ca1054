import { addDays } from '#app/domain/time/dates.ts';
import { startOfDayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { VoucherDraft } from '#app/domain/vouchers/voucher-draft.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import { requireAdmin } from '#app/platform/http/guards/guards.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { contentDisposition } from '#app/platform/http/headers/content-disposition.ts';
import { readIdempotencyKey } from '#app/platform/http/idempotency-key.server.ts';
import { bodyOf, idempotencyKey, jsonOf, pathParameter, problems } from '#app/platform/http/openapi/openapi.server.ts';
import { readValid } from '#app/platform/http/validation.server.ts';

import { endVoucher, makeVoucher, readVoucher, voucherCsv, type VoucherReport } from './admin/service.server.ts';
import { madeVoucherSchema, type NewVoucherBody, newVoucherSchema, voucherReportSchema } from './schema.ts';

const VOUCHER_ID = pathParameter('id', { type: 'string', format: 'uuid' });
const PRIVATE = { 'Cache-Control': 'private, no-store' };

export const calls: readonly Call[] = [
  call('POST', '/api/admin/vouchers', {
    audience: { right: 'admin' },
    touches: 'money',
    headers: PRIVATE,
    openapi: {
      summary: 'Make codes that take something off, or open hidden events',
      parameters: [idempotencyKey('the same key and body within 24 hours make them once')],
      requestBody: bodyOf(newVoucherSchema),
      responses: { 201: { description: 'The codes', content: jsonOf(madeVoucherSchema) }, ...problems(400, 401, 403, 413, 422, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const admin = requireAdmin(c.get('actor'));
      const draft = toDraft(readValid(newVoucherSchema, await readJsonObject(c.req.raw)));
      const made = await makeVoucher(deps, admin, { draft, idempotencyKey: readIdempotencyKey(c) });
      switch (made.outcome) {
        case 'made':
          return c.json({ id: made.id, codes: made.codes }, 201);
        case 'invalid':
          throw new Refusal('VALIDATION', { fields: made.fields });
        case 'key_reused':
          throw new Refusal('IDEMPOTENCY_KEY_REUSED');
        case 'refused':
          throw new Refusal('NOT_ADMIN');
      }
    },
  }),
  call('GET', '/api/admin/vouchers/:id', {
    audience: { right: 'admin' },
    headers: PRIVATE,
    openapi: {
      summary: 'What became of codes: made, used, worth',
      parameters: [VOUCHER_ID],
      responses: { 200: { description: 'The report', content: jsonOf(voucherReportSchema) }, ...problems(401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const report = found(await readVoucher(deps, requireAdmin(c.get('actor')), c.req.param('id')));
      const { id, kind, made, used, worth, endedAt, codes } = report;
      return c.json({ id, kind, made, used, worth, endedAt: endedAt?.toISOString() ?? null, codes: codes.map(({ label, used: uses }) => ({ code: label, used: uses })) });
    },
  }),
  call('GET', '/api/admin/vouchers/:id/codes.csv', {
    audience: { right: 'admin' },
    touches: 'everybody',
    heavy: 'sheets',
    headers: PRIVATE,
    openapi: {
      summary: 'The codes with their links as CSV (semicolons, UTF-8 with its mark)',
      parameters: [VOUCHER_ID],
      responses: { 200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } } }, ...problems(401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const report = found(await readVoucher(deps, requireAdmin(c.get('actor')), c.req.param('id')));
      return c.body(voucherCsv(deps, report), 200, { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': contentDisposition('attachment', 'codis.csv') });
    },
  }),
  call('DELETE', '/api/admin/vouchers/:id', {
    audience: { right: 'admin' },
    touches: 'running',
    openapi: {
      summary: 'End codes at once; what was bought with them stays',
      parameters: [VOUCHER_ID],
      responses: { 204: { description: 'Ended' }, ...problems(401, 403, 404, 429, 500, 503) },
    },
    async handle(c, { deps }) {
      const { outcome } = await endVoucher(deps, requireAdmin(c.get('actor')), c.req.param('id'));
      if (outcome === 'refused') throw new Refusal('NOT_ADMIN');
      if (outcome === 'not_found') throw new Refusal('NOT_FOUND');
      return c.body(null, 204);
    },
  }),
];

function found(report: VoucherReport | null): VoucherReport {
  if (report === null) throw new Refusal('NOT_FOUND');
  return report;
}

function toDraft({ from, until, code, ...body }: NewVoucherBody): VoucherDraft {
  return {
    kind: body.kind,
    value: body.value ?? null,
    per: body.per ?? null,
    category: body.category ?? null,
    eventIds: body.eventIds ?? [],
    uses: body.uses,
    perMailbox: body.perMailbox ?? null,
    ticketLimit: body.ticketLimit ?? null,
    combines: body.combines ?? false,
    startsAt: from == null ? null : instantOf(from, 0),
    endsAt: until == null ? null : instantOf(until, 1),
    count: body.count ?? 1,
    label: code ?? null,
    note: body.note ?? null,
  };
}

/** A day ends with the next one's beginning. */
function instantOf(text: string, days: number): Date {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(startOfDayInMadrid(addDays(text, days))) : new Date(text);
}
