import type { Context, Hono } from 'hono';

import type { Actor } from '#app/domain/people/actor.ts';
import { isSensitive, type Touch } from '#app/domain/people/session/recent-password.ts';

import { answerWithSlot } from './answers/with-slot.server.ts';
import { Refusal } from './answers/refusal.server.ts';
import { type EdgeEnv, type EdgeParts, notAllowed } from './edge.server.ts';
import { assertMayCall } from './guards/guards.server.ts';
import { actorByToken, type TokenAccess } from './guards/token-access.server.ts';
import { askForPassword } from './guards/recent-password.server.ts';
import type { NetworkLimit } from './guards/rate-limit.server.ts';
import { lengthOf } from './guards/read-body.server.ts';
import type { PageCache } from './answers/page-cache.server.ts';
import type { Operation } from './openapi/openapi.server.ts';
import type { Audience } from './page.ts';
import { DEFAULT_BODY_BYTES } from './route-table.server.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Declaration {
  audience: Audience;
  refusedText?: string;
  /** `read` for GET, `write` for others unless given. Null: signed by its sender, or requested by the machine itself. */
  limit?: NetworkLimit | null;
  openapi: Operation | null;
  bodyBytes?: number;
  /** Where that is sensitive the password was typed within a quarter of an hour, or PASSWORD_NEEDED. */
  touches?: Touch;
  /** What opens it to a token; without it none does. */
  token?: TokenAccess;
  /** Limited in concurrency; 503 when too many wait. */
  heavy?: 'sheets';
  /** Cached for all guests, like a page. Without parameters. */
  sharedByGuests?: true;
  headers?: Readonly<Record<string, string>>;
}

export interface Call extends Declaration {
  method: Method;
  path: string;
  handle(c: Context<EdgeEnv, string>, parts: EdgeParts): Response | Promise<Response>;
}

export function call<Path extends string>(
  method: Method,
  path: Path,
  declaration: Declaration & { handle: (c: Context<EdgeEnv, Path>, parts: EdgeParts) => Response | Promise<Response> },
): Call {
  return { ...declaration, method, path, handle: declaration.handle as Call['handle'] };
}

const BUSY_TEXTS = { sheets: "Ja s'estan preparant altres fulls. Espera uns segons i torna-ho a provar" };

export function nameOfCall({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

export function limitOf({ limit, method }: Pick<Call, 'limit' | 'method'>): NetworkLimit | null {
  return limit === undefined ? (method === 'GET' ? 'read' : 'write') : limit;
}

export function mountCalls(edge: Hono<EdgeEnv>, calls: readonly Call[], { pages, ...parts }: EdgeParts & { pages?: Pick<PageCache, 'get'> }): void {
  const there = calls.filter(({ audience }) => parts.deps.env.demo || audience !== 'demo');
  for (const one of there) {
    edge.on(one.method, one.path, async (c, next) => {
      c.set('route', one.path);
      await next();
      // `c.header` would answer anew for each, and turn a text into a stream.
      const { headers } = c.res;
      for (const [name, value] of Object.entries(one.headers ?? {})) headers.set(name, value);
      withCacheControl(c.res);
    });
    edge.on(one.method, one.path, async (c) => {
      const act = limitOf(one);
      if (act !== null) parts.limits.countRequest(act, c.get('address'));
      const actor = await actorAt(c, one, parts);
      assertMayCall(actor, one);
      // A token has no password. What is sensitive and open to one is reading, of which it is told what its scopes say.
      const prompt = isSensitive(one.touches) && actor.token === undefined ? askForPassword(c, parts.deps) : null;
      if (prompt !== null) return prompt;
      if (one.method !== 'GET' && lengthOf(c.req.raw) > (one.bodyBytes ?? DEFAULT_BODY_BYTES)) throw new Refusal('BODY_TOO_LARGE');
      if (one.heavy !== undefined) return answerWithSlot(parts.deps.concurrency[one.heavy], { request: c.req.raw, busy: BUSY_TEXTS[one.heavy] }, () => one.handle(c, parts));
      return one.sharedByGuests && pages ? pages.get(c.req.raw, async () => withCacheControl(await one.handle(c, parts))) : one.handle(c, parts);
    });
  }
  for (const path of new Set(there.map((one) => one.path))) {
    const allowed = there.filter((one) => one.path === path).map(({ method }) => method);
    edge.all(path, () => {
      throw notAllowed(allowed);
    });
  }
}

async function actorAt(c: Context<EdgeEnv, string>, one: Call, { limits }: EdgeParts): Promise<Actor> {
  const actor = c.get('actor');
  if (actor.token === undefined) return actor;
  await limits.count('token_request', actor.token.id);
  const acting = actorByToken(actor, one, c.req.param('eventId') ?? c.req.param('id'));
  c.set('actor', acting);
  return acting;
}

function withCacheControl(answer: Response): Response {
  if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-store');
  return answer;
}
