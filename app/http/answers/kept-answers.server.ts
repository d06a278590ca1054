import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Deps } from '#app/deps.server.ts';

import { visitorCookie, visitorIn } from '../cookies/visitor.server.ts';
import { clientNetwork } from '../guards/client-address.server.ts';
import type { RateLimits } from '../guards/rate-limit.server.ts';
import type { RouteTable } from '../route-table.server.ts';
import { isOurHost } from './host-check.server.ts';
import type { KeptFiles } from './kept-files.server.ts';
import type { PageCache, ReadyPage } from './page-cache.server.ts';
import { createHeadWriter, type ReadyAnswer } from './prepared-heads.server.ts';

/** Whether it did; what it can't is for the caller. */
export type AnswerKept = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

interface Parts {
  deps: Pick<Deps, 'env' | 'clock' | 'ids' | 'metrics' | 'log'>;
  pages: Pick<PageCache, 'ready'>;
  files: KeptFiles;
  routes: Pick<RouteTable, 'namesVisitor' | 'patternAt'>;
  limits: Pick<RateLimits, 'takeAtOnce'>;
}

/** By all who are sent the same answer. */
interface Shared {
  namesVisitor: boolean;
  count: { sent: number };
}

/** Kept pages and files without the way through all the layers, which costs several times what writing such an answer does. */
export function createKeptAnswers({ deps, pages, files, routes, limits }: Parts): AnswerKept {
  const { env } = deps;
  const writeHead = createHeadWriter(deps.clock);
  const shared = new WeakMap<ReadyAnswer, Shared>();
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

  function sharedBy(answer: ReadyAnswer, page: ReadyPage | null): Shared {
    const known = shared.get(answer);
    if (known !== undefined) return known;
    const route = page === null ? 'file' : (routes.patternAt(page.pathname) ?? 'other');
    const made = { namesVisitor: page !== null && routes.namesVisitor(page.pathname), count: deps.metrics.keptAnswers({ route, status: answer.status }) };
    shared.set(answer, made);
    return made;
  }

  return (incoming, outgoing) => {
    if (!isOurs(incoming.headers.host)) return false;
    const file = files.ready(incoming);
    const page = file === null ? pages.ready(incoming) : null;
    const answer = file ?? page;
    if (answer === null || (page !== null && !isWithinLimit(incoming))) return false;
    const { namesVisitor, count } = sharedBy(answer, page);
    const requestId = deps.ids.uuid();
    const own = ['x-request-id', requestId];
    if (namesVisitor && visitorIn(incoming.headers.cookie, env.publicUrl) === null) own.push('set-cookie', visitorCookie(deps.ids.uuid(), env.publicUrl));
    writeHead(outgoing, answer, own);
    outgoing.end(answer.body);
    count.sent += 1;
    deps.log.debug({ requestId, method: 'GET', path: page?.pathname ?? incoming.url, status: answer.status }, 'request');
    return true;
  };
}
