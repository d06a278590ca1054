import { performance } from 'node:perf_hooks';

import type { MiddlewareHandler } from 'hono';

import { loggablePath } from '#app/platform/adapters/loggable.server.ts';

import type { RequestHead } from './answers/page-cache.server.ts';
import { isOurHost } from './answers/host-check.server.ts';
import { Refusal } from './answers/refusal.server.ts';
import { readVisitor, visitorCookie } from './cookies/visitor.server.ts';
import { type Arrival, type EdgeEnv, type EdgeParts, notAllowed, refusalFor, refusalParts } from './edge.server.ts';
import { clientNetwork } from './guards/client-address.server.ts';
import { isCrossSite } from './guards/cross-site.server.ts';
import type { ReadyPages } from './fast-path/ready-pages.server.ts';
import { addSecurityHeaders } from './headers/security-headers.server.ts';
import type { RouteTable } from './route-table.server.ts';

export const READ_METHODS = new Set(['GET', 'HEAD']);
const METHODS = new Set([...READ_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE']);
const SLOW_MS = 1_000;

export interface Entrance {
  arrive(request: RequestHead, peer: string): Arrival;
  /** A refusal or a page that lies ready; null: the edge answers. Synchronous, since every request comes through here. */
  answer(request: RequestHead, arrival: Arrival): PlainResponse | null;
  complete: MiddlewareHandler<EdgeEnv>;
}

export interface PlainResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | string | null;
}

interface Site {
  routes: RouteTable;
  readyPages: ReadyPages;
  /** Paths that are answered under any host name. */
  anyHost: ReadonlySet<string>;
}

export function createEntrance({ deps, limits }: EdgeParts, { routes, readyPages, anyHost }: Site): Entrance {
  const { env, log, metrics } = deps;
  const https = env.publicUrl.protocol === 'https:';

  function guard(request: RequestHead, { hostname, pathname }: URL): void {
    const { method } = request;
    if (!METHODS.has(method)) throw notAllowed(METHODS);
    if (!READ_METHODS.has(method) && isCrossSite(request, { publicUrl: env.publicUrl, loopbackAliases: env.demo })) throw new Refusal('FOREIGN_ORIGIN');
    if (!anyHost.has(pathname) && !isOurHost(hostname, env)) throw new Refusal('MISDIRECTED_REQUEST');
  }

  /** Before sessions are read: cached pages are for guests alone. */
  function readyPage(request: RequestHead, pathname: string, { requestId, address }: Arrival): PlainResponse | null {
    const ready = readyPages(request);
    if (ready === null) return null;
    limits.countRequest('read', address);
    const own: Record<string, string> = { 'X-Request-Id': requestId };
    if (routes.namesVisitor(pathname) && readVisitor(request.headers, env.publicUrl) === null) own['Set-Cookie'] = visitorCookie(deps.ids.uuid(), env.publicUrl);
    return { status: ready.status, headers: { ...ready.headers, ...own }, body: ready.body };
  }

  function writeDown({ method, url }: RequestHead, { requestId, startedAt }: Arrival, { status, route }: { status: number; route: string }): void {
    const ms = performance.now() - startedAt;
    metrics.observeRequest({ method: METHODS.has(method) ? method : 'other', route, status, ms });
    const level = status >= 500 || ms > SLOW_MS ? 'warn' : status >= 400 ? 'info' : 'debug';
    if (log.isLevelEnabled(level)) log[level]({ requestId, method, path: loggablePath(url), status, ms: Math.round(ms) }, 'request');
  }

  function addCommonHeaders(headers: Headers, requestId: string): void {
    addSecurityHeaders(headers, { https });
    headers.set('X-Request-Id', requestId);
  }

  function guarded(request: RequestHead, url: URL, arrival: Arrival): PlainResponse | null {
    try {
      guard(request, url);
      return readyPage(request, url.pathname, arrival);
    } catch (error) {
      const { status, headers, body } = refusalParts(refusalFor(error, { deps, requestId: arrival.requestId }));
      addCommonHeaders(headers, arrival.requestId);
      return { status, headers: { ...Object.fromEntries(headers), 'content-length': String(Buffer.byteLength(body)) }, body };
    }
  }

  return {
    arrive: ({ headers }, peer) => ({
      requestId: deps.ids.uuid(),
      address: clientNetwork({ forwardedFor: headers.get('x-forwarded-for'), peer, hops: env.trustProxyHops }),
      startedAt: performance.now(),
    }),
    answer(request, arrival) {
      const url = new URL(request.url);
      const answer = guarded(request, url, arrival);
      if (answer !== null) writeDown(request, arrival, { status: answer.status, route: routes.patternAt(url.pathname) ?? 'other' });
      return answer;
    },
    async complete(c, next) {
      const { requestId, address } = c.env;
      c.set('requestId', requestId);
      c.set('address', address);
      c.set('route', 'other');
      // Until `readActor` knows more; what is answered before it is answered to nobody.
      c.set('actor', { kind: 'guest', visitor: null });
      await next();
      addCommonHeaders(c.res.headers, requestId);
      writeDown(c.req.raw, c.env, { status: c.res.status, route: c.get('route') });
    },
  };
}
