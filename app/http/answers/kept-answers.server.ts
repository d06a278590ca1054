import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

import type { Deps } from '#app/deps.server.ts';

import { readVisitor, visitorCookie } from '../cookies/visitor.server.ts';
import { clientNetwork } from '../guards/client-address.server.ts';
import type { RateLimits } from '../guards/rate-limit.server.ts';
import type { RouteTable } from '../route-table.server.ts';
import { isOurHost } from './host-check.server.ts';
import type { PageCache, ReadyPage } from './page-cache.server.ts';

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

export type AnswerKept = (asked: Exchange & { otherwise: () => void }) => void;

interface Parts {
  deps: Pick<Deps, 'env' | 'ids' | 'metrics' | 'log'>;
  pages: Pick<PageCache, 'ready'>;
  routes: Pick<RouteTable, 'namesVisitor' | 'patternAt'>;
  limits: Pick<RateLimits, 'take'>;
}

/** Kept pages without the way through all the layers, which costs several times what writing such a page does. */
export function createKeptAnswers({ deps, pages, routes, limits }: Parts): AnswerKept {
  const { env } = deps;
  let knownHost = '';

  function isOurs(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === knownHost) return true;
    if (!URL.canParse(`http://${host}`) || !isOurHost(new URL(`http://${host}`).hostname, env)) return false;
    knownHost = host;
    return true;
  }

  function send({ headers, body, pathname }: ReadyPage, { incoming, outgoing }: Exchange): void {
    const startedAt = performance.now();
    const requestId = deps.ids.uuid();
    const own = ['x-request-id', requestId];
    if (routes.namesVisitor(pathname) && readVisitor(new Headers({ Cookie: incoming.headers.cookie ?? '' }), env.publicUrl) === null) own.push('set-cookie', visitorCookie(deps.ids.uuid(), env.publicUrl));
    outgoing.writeHead(200, [...headers, ...own]);
    outgoing.end(body);
    const ms = performance.now() - startedAt;
    deps.metrics.observeRequest({ method: 'GET', route: routes.patternAt(pathname) ?? 'other', status: 200, ms });
    deps.log.debug({ requestId, method: 'GET', path: pathname, status: 200, ms: Math.round(ms) }, 'request');
  }

  return ({ incoming, outgoing, otherwise }) => {
    const page = isOurs(incoming.headers.host) ? pages.ready(incoming) : null;
    if (page === null) {
      otherwise();
      return;
    }
    const forwardedFor = incoming.headers['x-forwarded-for'];
    const address = clientNetwork({ forwardedFor: typeof forwardedFor === 'string' ? forwardedFor : null, peer: incoming.socket.remoteAddress ?? '', hops: env.trustProxyHops });
    limits.take('read', address).then((wait) => (wait === null ? send(page, { incoming, outgoing }) : otherwise()), otherwise);
  };
}
