import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

import type { Deps } from '#app/deps.server.ts';

import { visitorCookie, visitorIn } from '../cookies/visitor.server.ts';
import { clientNetwork } from '../guards/client-address.server.ts';
import type { RateLimits } from '../guards/rate-limit.server.ts';
import type { RouteTable } from '../route-table.server.ts';
import { isOurHost } from './host-check.server.ts';
import type { PageCache } from './page-cache.server.ts';
import { createHeadWriter } from './prepared-heads.server.ts';

/** Whether it did; what it can't is for the caller. */
export type AnswerKept = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

interface Parts {
  deps: Pick<Deps, 'env' | 'ids' | 'metrics' | 'log'>;
  pages: Pick<PageCache, 'ready'>;
  routes: Pick<RouteTable, 'namesVisitor' | 'patternAt'>;
  limits: Pick<RateLimits, 'takeAtOnce'>;
}

/** Kept pages without the way through all the layers, which costs several times what writing such a page does. */
export function createKeptAnswers({ deps, pages, routes, limits }: Parts): AnswerKept {
  const { env } = deps;
  const writeHead = createHeadWriter();
  let knownHost = '';

  function isOurs(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === knownHost) return true;
    if (!URL.canParse(`http://${host}`) || !isOurHost(new URL(`http://${host}`).hostname, env)) return false;
    knownHost = host;
    return true;
  }

  function isWithinLimit({ headers, socket }: IncomingMessage): boolean {
    const forwardedFor = headers['x-forwarded-for'];
    const address = clientNetwork({ forwardedFor: typeof forwardedFor === 'string' ? forwardedFor : null, peer: socket.remoteAddress ?? '', hops: env.trustProxyHops });
    return limits.takeAtOnce('read', address) === null;
  }

  return (incoming, outgoing) => {
    const startedAt = performance.now();
    const page = isOurs(incoming.headers.host) ? pages.ready(incoming) : null;
    if (page === null || !isWithinLimit(incoming)) return false;
    const { body, pathname } = page;
    const requestId = deps.ids.uuid();
    const own = ['x-request-id', requestId];
    if (routes.namesVisitor(pathname) && visitorIn(incoming.headers.cookie, env.publicUrl) === null) own.push('set-cookie', visitorCookie(deps.ids.uuid(), env.publicUrl));
    writeHead(outgoing, page, own);
    outgoing.end(body);
    const ms = performance.now() - startedAt;
    deps.metrics.observeRequest({ method: 'GET', route: routes.patternAt(pathname) ?? 'other', status: 200, ms });
    deps.log.debug({ requestId, method: 'GET', path: pathname, status: 200, ms: Math.round(ms) }, 'request');
    return true;
  };
}
