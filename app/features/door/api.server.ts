import type { Context } from 'hono';
import type { z } from 'zod';

import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { type Call, call } from '#app/platform/http/calls.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { EdgeEnv, EdgeParts } from '#app/platform/http/edge.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import { readJsonObject } from '#app/platform/http/guards/read-body.server.ts';
import { mayReadPeople } from '#app/platform/http/guards/token-access.server.ts';
import { bodyOf, jsonOf, type Operation, problems } from '#app/platform/http/openapi/openapi.server.ts';
import type { Audience } from '#app/platform/http/page.ts';

import { admitTicket, namesTicket, verifyTicket } from './admission/service.server.ts';
import { type DoorRequest, withoutNote } from './answer.server.ts';
import { recordGuessing } from './code-guessing/service.server.ts';
import { admitGroup } from './group.server.ts';
import { type Scanner, scannerOf } from './scanner/service.server.ts';
import { doorAnswerSchema, groupAnswerSchema, serveSchema, undoSchema, useGroupSchema, useSchema, verifySchema } from './schema.ts';
import { verifyDishes, serveDishes, undoServing } from './serving/service.server.ts';
import { undoAdmission } from './undo.server.ts';

const DOOR_AUDIENCE = { right: 'door', orPass: true, orShift: true } as const satisfies Audience;

/** The event that they ask about is the body's: `eventsAtDoor` keeps each scanner to its own. */
export const AT_THE_DOOR = { audience: DOOR_AUDIENCE, limit: 'scan', token: { scopes: ['door'], event: 'handler' } } as const;
export const AT_OR_AFTER_THE_DOOR = { ...AT_THE_DOOR, audience: { ...DOOR_AUDIENCE, orEndedPass: true, orEndedShift: true } } as const;

function decision(summary: string, input: { body: z.ZodType; answer: z.ZodType }): Operation {
  return {
    summary,
    requestBody: bodyOf(input.body),
    responses: { 200: { description: 'The decision', content: jsonOf(input.answer) }, ...problems(400, 401, 403, 413, 429, 500, 503) },
  };
}

export const calls: readonly Call[] = [
  call('POST', '/api/tickets/verify', {
    ...AT_THE_DOOR,
    openapi: decision('Look at what a scanner read or a person typed; changes nothing but the log of scans', { body: verifySchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { qrData, source, mode, ...where } = await readBody(c.req.raw, verifySchema);
      const verify = mode === 'serve' ? verifyDishes : verifyTicket;
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, shown: qrData }, () => verify(parts.deps, requestOf(scanner, where), { text: qrData, source })));
    },
  }),
  call('POST', '/api/tickets/use', {
    ...AT_THE_DOOR,
    openapi: decision('Admit a ticket once; the same nonce gets the same answer', { body: useSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, direction, ...where } = await readBody(c.req.raw, useSchema);
      const answer = await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => admitTicket(parts.deps, requestOf(scanner, where), { ticketId, nonce, direction }));
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
      const answer = await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => undoAdmission(parts.deps, requestOf(scanner, where), { ticketId, nonce }));
      return answerDoor(c, withoutNote(answer));
    },
  }),
  call('POST', '/api/tickets/serve', {
    ...AT_THE_DOOR,
    openapi: decision("Mark a ticket's dishes as given out, once, where the event has 'Servir a la cuina'; the same nonce gets the same answer", { body: serveSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, places, ...where } = await readBody(c.req.raw, serveSchema);
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => serveDishes(parts.deps, requestOf(scanner, where), { ticketId, nonce, places: places ?? null })));
    },
  }),
  call('POST', '/api/tickets/undo-serving', {
    ...AT_THE_DOOR,
    openapi: decision('Take the last serving back: within a minute by the same device, by an admin at any time', { body: undoSchema, answer: doorAnswerSchema }),
    async handle(c, parts) {
      const scanner = scannerOf(c.get('actor'));
      const { ticketId, nonce, ...where } = await readBody(c.req.raw, undoSchema);
      return answerDoor(c, await watchCodeGuessing(parts, { scanner, shown: ticketId }, () => undoServing(parts.deps, requestOf(scanner, where), { ticketId, nonce })));
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

function answerDoor(c: Context<EdgeEnv>, answer: DoorAnswer): Response {
  return c.json(shownTo(c.get('actor'), answer));
}

/** What somebody wrote, or needs to eat, is for people at the door and for programs that may read people. */
function shownTo(actor: Actor, answer: DoorAnswer): DoorAnswer {
  if (answer.ticket === undefined || mayReadPeople(actor)) return answer;
  const { needs: _needs, ...ticket } = answer.ticket;
  return withoutNote({ ...answer, ticket });
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
