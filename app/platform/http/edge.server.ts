import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

import { isDatabaseBusy, isDatabaseDiskFull } from '#app/platform/adapters/db/database.server.ts';
import { fullDisk } from '#app/platform/adapters/full-disk.server.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { RendererBusy } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

import type { Credential } from './live/credential.ts';
import type { RateLimits } from './guards/rate-limit.server.ts';
import { REFUSALS, type ApiError } from '#app/domain/api-error.ts';
import { Refusal } from './answers/refusal.server.ts';

export interface Arrival {
  requestId: string;
  address: string;
  startedAt: number;
}

export interface EdgeEnv {
  Bindings: Arrival;
  Variables: { requestId: string; route: string; address: string; isAtDoor?: true; actor: Actor; credential: Credential | null };
}

export interface EdgeParts {
  deps: Deps;
  limits: RateLimits;
}

export const RETRY_BUSY_S = 2;
const RETRY_DISK_FULL_S = 30;
export const DRAWINGS_BUSY = { retryAfterSeconds: 5, message: "S'estan preparant molts tiquets i imatges ara mateix. Espera uns segons i torna-ho a provar" };

/** Bugs are logged with the request's id, and nothing else is told. */
export function answerError(c: Context<EdgeEnv>, deps: Deps, error: unknown): Response {
  const { body, status, headers } = refusalAnswer(refusalFor(error, { deps, requestId: c.get('requestId'), signal: c.req.raw.signal }));
  // The context keeps headers that were set before, such as a buyer's first cookie.
  return c.newResponse(body, { status: status as StatusCode, headers });
}

/** Logs what is no refusal of ours. */
export function refusalFor(error: unknown, { deps, requestId, signal }: { deps: Deps; requestId: string; signal?: AbortSignal }): Refusal {
  if (error instanceof Refusal) return error;
  // The client has gone.
  if (error instanceof DOMException && error.name === 'AbortError' && signal?.aborted) return new Refusal('BUSY');
  if (error instanceof RendererBusy) return new Refusal('BUSY', DRAWINGS_BUSY);
  if (isDatabaseDiskFull(error)) deps.state.get(fullDisk).note(deps.clock.now());
  if (isDatabaseBusy(error)) {
    deps.log.warn({ requestId, err: error }, 'the database is busy');
    // While its disk is full the database may also be away altogether.
    return deps.state.get(fullDisk).since() === null ? new Refusal('BUSY') : new Refusal('DISK_FULL', { retryAfterSeconds: RETRY_DISK_FULL_S });
  }
  deps.log.error({ requestId, err: error }, 'a request failed');
  return new Refusal('INTERNAL_ERROR');
}

export function notAllowed(methods: Iterable<string>): Refusal {
  return new Refusal('METHOD_NOT_ALLOWED', { allow: [...methods] });
}

export function refusalAnswer(refusal: Refusal): Response {
  const { body, ...init } = refusalParts(refusal);
  return new Response(body, init);
}

export function refusalParts(refusal: Refusal): { status: number; headers: Headers; body: string } {
  const { retryAfterSeconds, allow, message: _message, ...details } = refusal.details;
  const status = REFUSALS[refusal.code].status;
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  const wait = retryAfterSeconds ?? (status === 503 ? RETRY_BUSY_S : null);
  if (wait !== null) headers.set('Retry-After', String(wait));
  if (allow !== undefined) headers.set('Allow', allow.join(', '));
  const body: ApiError = { code: refusal.code, message: refusal.message, ...details };
  return { status, headers, body: JSON.stringify(body) };
}
