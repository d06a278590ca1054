import { performance } from 'node:perf_hooks';

import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { type Loop, startLoop } from './adapters/jobs/loop.server.ts';
import { loggablePath } from './adapters/loggable.server.ts';
import { sessionRoutes } from './features/accounts/api.server.ts';
import { actorOf } from './features/accounts/service.server.ts';
import { eventRoutes } from './features/events/api.server.ts';
import { FILE_READERS } from './file-readers.server.ts';
import { fileRoutes } from './features/files/api.server.ts';
import { devMailRoutes } from './features/mail/dev-mail.server.ts';
import { checkoutRoutes } from './features/checkout/api.server.ts';
import { paymentRoutes } from './features/payments/api.server.ts';
import { ticketRoutes } from './features/tickets/api.server.ts';
import { recoveryAnswer } from './features/site/errors/recovery-answer.server.ts';
import { jobsOf } from './jobs.server.ts';
import { clientAddress } from './http/guards/client-address.server.ts';
import { answerError, type EdgeEnv, refusalAnswer, RETRY_BUSY_S } from './http/edge.server.ts';
import { isCrossSite } from './http/guards/cross-site.server.ts';
import { apiGuard } from './http/guards/guards.server.ts';
import { createPageCache } from './http/answers/page-cache.server.ts';
import { assertAllPermitted, pagePaths } from './http/guards/permissions.server.ts';
import { createRateLimits, noRateLimits } from './http/guards/rate-limit.server.ts';
import { isTooLong } from './http/guards/read-body.server.ts';
import { Refusal } from './http/answers/refusal.server.ts';
import { requestContext, type Trouble } from './http/request-context.server.ts';
import { addSecurityHeaders, contentPolicyFor } from './http/answers/security-headers.server.ts';
import { staticFiles } from './http/answers/static-files.server.ts';
import { readVisitor } from './http/cookies/visitor.server.ts';
import type { Deps } from './deps.server.ts';
import { openApiDocument } from './openapi.server.ts';

export interface App {
  fetch(request: Request, peer: { address: string }): Promise<Response>;
  startJobs(): void;
  stopJobs(): Promise<void>;
}

const READ_METHODS = new Set(['GET', 'HEAD']);
const METHODS = new Set([...READ_METHODS, 'POST', 'PATCH', 'DELETE']);
const READY_WITHIN_MS = 2_000;
const SLOW_MS = 1_000;

/** Puts edge, API and pages together: API first, then files, then pages. */
export function assembleApp(deps: Deps, parts: { build: ServerBuild; clientDir: string }): App {
  const { env, log } = deps;
  const https = env.publicUrl.protocol === 'https:';
  const limits = env.rateLimits ? createRateLimits(deps) : noRateLimits;
  const pages = createPageCache(() => performance.now());
  const renderPage = createRequestHandler(parts.build, 'production');
  const edge = new Hono<EdgeEnv>();

  edge.use(async (c, next) => {
    const startedAt = performance.now();
    const requestId = deps.ids.uuid();
    c.set('requestId', requestId);
    c.set('address', clientAddress(c.req.raw, { peer: c.env.address, hops: env.trustProxyHops }));
    await next();
    addSecurityHeaders(c.res.headers, { https });
    c.res.headers.set('X-Request-Id', requestId);
    if (!READ_METHODS.has(c.req.method)) pages.clear();
    const ms = Math.round(performance.now() - startedAt);
    const level = c.res.status >= 500 || ms > SLOW_MS ? 'warn' : c.res.status >= 400 ? 'info' : 'debug';
    log[level]({ requestId, method: c.req.method, path: loggablePath(c.req.url), status: c.res.status, ms }, 'request');
  });
  edge.onError((error, c) => answerError(c, deps, error));
  edge.use(compress());

  edge.use(async (c, next) => {
    if (!METHODS.has(c.req.method)) throw new Refusal('METHOD_NOT_ALLOWED');
    if (!READ_METHODS.has(c.req.method)) {
      if (isCrossSite(c.req.raw, { publicUrl: env.publicUrl, loopbackAliases: env.demo })) throw new Refusal('FOREIGN_ORIGIN');
      if (isTooLong(c.req.raw)) throw new Refusal('BODY_TOO_LARGE');
    }
    await next();
  });

  edge.get('/health/live', (c) => c.json({ status: 'live' }, 200, NEVER_STORED));
  edge.get('/health/ready', async (c) => {
    const ready = await Promise.race([
      deps.db.ping().then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, READY_WITHIN_MS, false).unref()),
    ]);
    return ready ? c.json({ status: 'ready' }, 200, NEVER_STORED) : c.json({ status: 'not ready' }, 503, NEVER_STORED);
  });

  edge.use(staticFiles(parts.clientDir));
  edge.use(async (c, next) => {
    c.set('actor', await actorOf(deps, { headers: c.req.raw.headers, visitor: readVisitor(c.req.raw.headers, env.publicUrl) }));
    await next();
  });

  edge.use(apiGuard);
  const calls = new Hono<EdgeEnv>();
  const parent = { deps, limits };
  calls.route('/api', eventRoutes(parent));
  calls.route('/api', checkoutRoutes(parent));
  calls.route('/api', paymentRoutes(parent));
  calls.route('/api', sessionRoutes(parent));
  calls.route('/api', ticketRoutes(parent));
  calls.route('/', fileRoutes(parent, FILE_READERS));
  const openApi = openApiDocument(env.publicUrl);
  calls.get('/api/openapi.json', (c) => c.json(openApi));
  if (env.demo) calls.route('/', devMailRoutes(deps));
  edge.route('/', calls);
  for (const area of ['/api/*', '/assets/*', '/files/*']) edge.all(area, () => refusalAnswer(new Refusal('NOT_FOUND')));
  edge.all('/dev/*', async (c, next) => {
    if (!env.demo || !/^\/dev\/pay\/[^/]+$/.test(c.req.path)) return refusalAnswer(new Refusal('NOT_FOUND'));
    return next();
  });

  edge.all('*', async (c) => {
    await limits.count(READ_METHODS.has(c.req.method) ? 'read' : 'write', c.get('address'));
    const actor = c.get('actor');
    const recovery = recoveryAnswer(c.req.raw);
    if (recovery) return recovery;
    const make = async (): Promise<Response> => {
      const context = new RouterContextProvider();
      const trouble: Trouble = { kind: 'none' };
      context.set(requestContext, { deps, actor, requestId: c.get('requestId'), address: c.get('address'), limits, trouble });
      const page = await withContentPolicy(await renderPage(c.req.raw, context));
      return trouble.kind === 'busy' && page.status === 500 ? tryAgainSoon(page) : page;
    };
    return actor.kind === 'guest' ? pages.get(c.req.raw, make) : forOneReader(await make());
  });

  assertAllPermitted({ pages: pagePaths(parts.build), calls: callsOf(edge) });

  let loops: Loop[] = [];
  return {
    fetch: async (request, peer) => edge.fetch(request, peer),
    startJobs() {
      loops = jobsOf(deps, { changed: () => pages.clear() }).map((job) => startLoop({ ...job, log }));
    },
    async stopJobs() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

const NEVER_STORED = { 'Cache-Control': 'no-store' };

async function withContentPolicy(response: Response): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  const html = await response.text();
  const headers = new Headers(response.headers);
  // Asked for again each time: stock and prices change, and a page names this build's scripts.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache');
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', contentPolicyFor(html));
  return new Response(html, { status: response.status, headers });
}

/** The same page, saying that it is worth another try: the database is late or restarting. */
function tryAgainSoon(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(RETRY_BUSY_S));
  return new Response(page.body, { status: 503, headers });
}

/** What somebody sees signed in is kept by no cache: after they leave, Back shows nothing of it. */
function forOneReader(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Cache-Control', 'private, no-store');
  return new Response(response.body, { status: response.status, headers });
}

/** Every call with a method of its own, as 'GET /api/events'; catch-alls and middleware are not calls. */
function callsOf(edge: Hono<EdgeEnv>): string[] {
  return [...new Set(edge.routes.filter((route) => route.method !== 'ALL').map((route) => `${route.method} ${route.path}`))];
}
