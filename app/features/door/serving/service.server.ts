import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { mayUndo } from '#app/domain/door/admission.ts';
import { decideServing, type ServableDish, servableDishes, type Serving } from '#app/domain/door/serving.ts';
import type { DoorAnswer } from '#app/domain/door/answer.ts';
import { servingVerdict, toServe, UNDO_SERVING_VERDICTS, type Verdict, verdictOf } from '#app/domain/door/verdict.ts';
import { needsOfServedTicket } from '#app/features/needs/service.server.ts';

import { type DoorDeps, findTicket } from '../admission/service.server.ts';
import { answerOf, doorName, isOfThisDoor, isOwnScan, onceByNonce, scanBy, toLookup } from '../answer.server.ts';
import { assertStillAtDoor, type DoorRequest } from '../scanner/service.server.ts';
import { type DoorTicketRecord, insertVerification, insertScan, isRetiredId, lockTicket, selectScanByNonce, selectTicketById } from '../store.server.ts';
import { insertServedDishes, markServingUndone, selectServedDishes, selectServingToUndo, type ServedDish } from './store.server.ts';

export async function verifyDishes(deps: DoorDeps, request: DoorRequest, scanned: { text: string; source?: 'camera' | 'typed' | undefined }): Promise<DoorAnswer> {
  const found = await findTicket(deps, request, scanned);
  const now = deps.clock.now();
  const state = await stateOf(deps.doorDb.query, found.ticket);
  const serving = found.ticket === null ? { code: found.code } : judgeServing(request, state, null);
  const verdict = serving.code === 'VALID' ? toServe(serving.places.length) : toRefusal(serving.code, { request, state, now });
  await insertVerification(deps.doorDb.query, { ...scanBy(request, now), ...verdict, ticketId: found.ticket?.id ?? null });
  return answerWithDishes(deps.doorDb.query, verdict, state);
}

export async function serveDishes(deps: DoorDeps, request: DoorRequest, serve: { ticketId: string; nonce: string; places: readonly number[] | null }): Promise<DoorAnswer> {
  const { query } = deps.doorDb;
  return onceByNonce(deps, { request, ...serve, act: async () => giveOut(deps, request, serve), answer: async (verdict, ticket) => answerWithDishes(query, verdict, await stateOf(query, ticket)) });
}

async function giveOut(deps: DoorDeps, request: DoorRequest, { nonce, places, ...serve }: { ticketId: string; nonce: string; places: readonly number[] | null }): Promise<DoorAnswer> {
  const ticketId = serve.ticketId.toUpperCase();
  return deps.doorDb.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await assertStillAtDoor(tx, request.scanner, now);
    await lockTicket(tx, ticketId);
    const state = await stateOf(tx, await selectTicketById(tx, ticketId));
    const scan = { ...scanBy(request, now), kind: 'serve', nonce, ticketId: state.ticket?.id ?? null } as const;
    const serving = state.ticket === null && (await isRetiredId(tx, ticketId)) ? ({ code: 'REPLACED' } as const) : judgeServing(request, state, places);
    if (serving.code !== 'VALID') {
      const refusal = toRefusal(serving.code, { request, state, now });
      await insertScan(tx, { ...scan, ...refusal });
      return answerWithDishes(tx, refusal, state);
    }
    const servedNow = state.dishes.filter(({ place }) => serving.places.includes(place));
    const left = state.dishes.length - state.served.length - servedNow.length;
    const verdict = servingVerdict('SERVED', { served: servedNow.length, left });
    const scanId = await insertScan(tx, { ...scan, ...verdict });
    await insertServedDishes(tx, { scanId, ticketId }, servedNow);
    return answerWithDishes(tx, verdict, await stateOf(tx, state.ticket));
  });
}

export async function undoServing(deps: DoorDeps, request: DoorRequest, undo: { ticketId: string; nonce: string }): Promise<DoorAnswer> {
  const ticketId = undo.ticketId.toUpperCase();
  const undoNonce = `undo:${undo.nonce}`;
  return deps.doorDb.inTransaction(async (tx) => {
    const now = deps.clock.now();
    await assertStillAtDoor(tx, request.scanner, now);
    await lockTicket(tx, ticketId);
    const ticket = await selectTicketById(tx, ticketId);
    const state = await stateOf(tx, ticket);
    if (ticket === null || !isOfThisDoor(ticket, request)) return answerWithDishes(tx, toRefusal(ticket === null ? 'NOT_FOUND' : 'OTHER_EVENT', { request, state, now }), state);
    if ((await selectScanByNonce(tx, undoNonce)) !== null) return answerWithDishes(tx, UNDO_SERVING_VERDICTS.free, state);
    const serving = await selectServingToUndo(tx, ticketId, undo.nonce);
    if (serving === null) return answerWithDishes(tx, UNDO_SERVING_VERDICTS.nothing, state);
    const isSameDevice = serving.nonce === undo.nonce || isOwnScan(serving, request);
    if (!mayUndo({ isAdmin: request.scanner.isAdmin, isSameDevice, admittedAt: serving.scannedAt }, now)) {
      await insertScan(tx, { ...scanBy(request, now), ...UNDO_SERVING_VERDICTS.too_late, kind: 'unserve', nonce: null, ticketId });
      return answerWithDishes(tx, UNDO_SERVING_VERDICTS.too_late, state);
    }
    await markServingUndone(tx, serving.id, now);
    await insertScan(tx, { ...scanBy(request, now), ...UNDO_SERVING_VERDICTS.free, kind: 'unserve', nonce: undoNonce, ticketId, undoes: serving.id });
    await writeAudit(tx, { at: now, actor: request.scanner.id, action: 'ticket.serving_undone', subject: 'ticket', subjectId: ticketId, detail: { scan: serving.id } });
    return answerWithDishes(tx, UNDO_SERVING_VERDICTS.free, await stateOf(tx, ticket));
  });
}

interface ServingState {
  ticket: DoorTicketRecord | null;
  dishes: ServableDish[];
  served: ServedDish[];
}

async function stateOf(query: DoorDeps['doorDb']['query'], ticket: DoorTicketRecord | null): Promise<ServingState> {
  return ticket === null ? { ticket, dishes: [], served: [] } : { ticket, dishes: servableDishes(ticket), served: await selectServedDishes(query, ticket.id) };
}

function judgeServing(request: DoorRequest, { ticket, dishes, served }: ServingState, wanted: readonly number[] | null): Serving {
  const counter = { eventIds: request.eventIds, serves: ticket?.kitchenService ?? false };
  return decideServing(ticket && toLookup(ticket), counter, { all: dishes, served: served.map(({ place }) => place), wanted });
}

type RefusedCode = Exclude<Serving['code'], 'VALID'> | 'BAD_QR';

function toRefusal(code: RefusedCode, { request, state, now }: { request: DoorRequest; state: ServingState; now: Date }): Verdict {
  if (code !== 'ALREADY_SERVED' && code !== 'NO_DISHES' && code !== 'NO_SERVICE') return verdictOf(code, state.ticket ? { eventTitle: state.ticket.eventTitle } : {});
  const last = state.served.at(-1);
  const isOwn = last !== undefined && isOwnScan(last, request);
  const facts = last === undefined ? {} : { servedAt: last.scannedAt.toISOString(), ownSecondsAgo: isOwn ? Math.max(0, Math.round((now.getTime() - last.scannedAt.getTime()) / 1000)) : null, door: last.device && doorName(last.device) };
  return servingVerdict(code, facts);
}

const SHOWS_NEEDS: ReadonlySet<Verdict['code']> = new Set(['VALID', 'SERVED', 'ALREADY_SERVED']);

async function answerWithDishes(query: DoorDeps['doorDb']['query'], verdict: Verdict, { ticket, dishes, served }: ServingState): Promise<DoorAnswer> {
  const answer = answerOf(verdict, ticket);
  if (ticket === null || answer.ticket === undefined) return answer;
  const needs = SHOWS_NEEDS.has(verdict.code) ? await needsOfServedTicket(query, ticket.id) : null;
  const servedAt = new Map(served.map(({ place, scannedAt }) => [place, scannedAt.toISOString()]));
  return { ...answer, ticket: { ...answer.ticket, needs, dishes: dishes.map((dish) => ({ ...dish, servedAt: servedAt.get(dish.place) ?? null })) } };
}

/** Call it in the transaction that changes the ticket's menu: a concurrent serving waits for it. */
export async function hasServedDishes(tx: DoorDeps['doorDb']['query'], ticketId: string): Promise<boolean> {
  await lockTicket(tx, ticketId);
  return (await selectServedDishes(tx, ticketId)).length > 0;
}
