import type { z } from 'zod';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { EdgeParts } from '#app/platform/http/edge.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { bodyOf, jsonOf, type Operation, problems } from '#app/platform/http/openapi.server.ts';
import type { Audience } from '#app/platform/http/page.ts';

import { admitTicket, namesTicket, verifyTicket } from './admission/service.server.ts';
import type { DoorRequest } from './answer.server.ts';
import { recordGuessing } from './code-guessing/service.server.ts';
import { admitGroup } from './group.server.ts';
import { type Scanner, scannerOf } from './scanner/service.server.ts';
import { doorAnswerSchema, groupAnswerSchema, serveSchema, undoSchema, useGroupSchema, useSchema, verifySchema } from './schema.ts';
import { verifyDishes, serveDishes, undoServing } from './serving/service.server.ts';
import { undoAdmission } from './undo.server.ts';

export const AT_THE_DOOR = { right: 'door', orPass: true, orShift: true } as const satisfies Audience;

function decision(summary: string, input: { body: z.ZodType; answer: z.ZodType }): Operation {
  return {
    summary,
    requestBody: bodyOf(input.body),
    responses: { 200: { description: 'The decision', content: jsonOf(input.answer) }, ...problems(400, 401, 403, 413, 429, 500, 503) },
  };
}

export const calls: readonly Call[] = [
  call('POST', '/api/tickets/verify', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision('Look at what a scanner read or a person typed; changes nothing but the log of scans', { body: verifySchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { qrData, source, mode, ...where } = await readBody(c.req.raw, verifySchema);
      const verify = mode === 'serve' ? verifyDishes : verifyTicket;
      return c.json(await watchCodeGuessing(parts, { scanner, shown: qrData }, () => verify(parts.deps, requestOf(scanner, where), { text: qrData, source })));
    },
  }),
  call('POST', '/api/tickets/use', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision('Admit a ticket once; the same nonce gets the same answer', { body: useSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, direction, ...where } = await readBody(c.req.raw, useSchema);
      const answer = await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => admitTicket(parts.deps, requestOf(scanner, where), { ticketId, nonce, direction }));
      parts.deps.metrics.count('scans', answer.code);
      return c.json(answer);
    },
  }),
  call('POST', '/api/tickets/use-party', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision('Admit n of m tickets, each with its own answer', { body: useGroupSchema, answer: groupAnswerSchema }),
    async handle(c, { deps }) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketIds, nonce, ...where } = await readBody(c.req.raw, useGroupSchema);
      return c.json(await admitGroup(deps, requestOf(scanner, where), { ticketIds, nonce }));
    },
  }),
  call('POST', '/api/tickets/undo', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision('Take the last admission back: within a minute by the same device, by an admin at any time', { body: undoSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, ...where } = await readBody(c.req.raw, undoSchema);
      return c.json(await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => undoAdmission(parts.deps, requestOf(scanner, where), { ticketId, nonce })));
    },
  }),
  call('POST', '/api/tickets/serve', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision("Mark a ticket's dishes as given out, once, where the event has 'Servir a la cuina'; the same nonce gets the same answer", { body: serveSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, places, ...where } = await readBody(c.req.raw, serveSchema);
      return c.json(await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => serveDishes(parts.deps, requestOf(scanner, where), { ticketId, nonce, places: places ?? null })));
    },
  }),
  call('POST', '/api/tickets/undo-serving', {
    audience: AT_THE_DOOR,
    limit: 'scan',
    openapi: decision('Take the last serving back: within a minute by the same device, by an admin at any time', { body: undoSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, ...where } = await readBody(c.req.raw, undoSchema);
      return c.json(await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => undoServing(parts.deps, requestOf(scanner, where), { ticketId, nonce })));
    },
  }),
];

export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema, maxBytes?: number): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJsonObject(request, maxBytes));
  if (!parsed.success) throw new Refusal('INVALID_JSON');
  return parsed.data;
}

export function requestOf(scanner: Scanner, where: { eventId?: number | null | undefined; device?: string | null | undefined }): DoorRequest {
  return { scanner, eventId: where.eventId ?? null, device: where.device || null };
}

/** Past the limit of misses only numbers are refused: ids can't be guessed, so real tickets still pass. */
async function watchCodeGuessing({ deps, limits }: EdgeParts, { scanner, shown }: { scanner: Scanner; shown: string }, ask: () => Promise<DoorAnswer>): Promise<DoorAnswer> {
  const wait = await limits.take('unknown_ticket', scanner.id);
  if (wait !== null) {
    if (await namesTicket(deps, shown)) return ask();
    if (recordGuessing(deps, scanner.id)) deps.log.warn({ scanner: scanner.id }, 'a scanner reads too many unknown codes');
    throw new Refusal('RATE_LIMITED', { retryAfterSeconds: wait });
  }
  const answer = await ask();
  if (answer.code !== 'NOT_FOUND') await limits.refund('unknown_ticket', scanner.id);
  return answer;
}
