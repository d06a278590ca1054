import { performance } from 'node:perf_hooks';

import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { createAppState } from './platform/app-state.server.ts';
import { openRightsWatch } from './platform/http/live/rights-watch.server.ts';
import { createFullDisk, fullDisk } from './platform/adapters/full-disk.server.ts';
import { collectAtRest, LOOK_FOR_REST_EVERY_MS, ownMemory } from './platform/adapters/jobs/collect-at-rest.server.ts';
import { jobTitles } from './platform/adapters/jobs/job.server.ts';
import { type Loop, startLoop } from './platform/adapters/jobs/loop.server.ts';
import { readActor } from './actors.server.ts';
import { watchJobs } from './features/operations/job-runs.server.ts';
import { metricsCall } from './features/operations/metrics-call.server.ts';
import { askPasswordAgain } from './features/sign-in/password-proof/service.server.ts';
import { recoveryAnswer } from './features/site/errors/recovery-answer.server.ts';
import { jobsOf } from './jobs.server.ts';
import { createEntrance, READ_METHODS } from './platform/http/entrance.server.ts';
import { answerError, type EdgeEnv, notAllowed, refusalAnswer, RETRY_BUSY_S } from './platform/http/edge.server.ts';
import { type Call, call, mountCalls, nameOfCall } from './platform/http/calls.server.ts';
import { healthCalls } from './platform/http/health.server.ts';
import { createPageCache, type PageCache } from './platform/http/answers/page-cache.server.ts';
import type { AtOnce } from './platform/http/fast-path/at-once.server.ts';
import { createFastPath } from './platform/http/fast-path/fast-path.server.ts';
import { assertAllDeclared, createRouteTable, DEFAULT_BODY_BYTES, pagePaths, type RouteTable } from './platform/http/route-table.server.ts';
import { CALLS, FEATURES, FILE_READERS, GATHERED, MAIL_TEMPLATES } from './features.server.ts';
import { fileCall } from './features/files/serving/service.server.ts';
import { PAGES } from './features.ts';
import { createRateLimits, type RateLimits } from './platform/http/guards/rate-limit.server.ts';
import { isForTheDoor } from './platform/http/page.ts';
import { lengthOf } from './platform/http/guards/read-body.server.ts';
import { Refusal } from './platform/http/answers/refusal.server.ts';
import { requestContext, type RenderFailure } from './platform/http/request-context.server.ts';
import { addSecurityHeaders, sealPage } from './platform/http/headers/security-headers.server.ts';
import { createRenderSlots } from './platform/http/answers/render-slots.server.ts';
import { staticFiles } from './platform/http/answers/static-files.server.ts';
import { visitorCookie } from './platform/http/cookies/visitor.server.ts';
import type { Deps } from './platform/deps.server.ts';
import { openApiDocument } from './platform/http/openapi/openapi-document.server.ts';

export interface App {
  deps: Deps;
  atOnce: AtOnce;
  fetch(request: Request, peer: { address: string }): Response | Promise<Response>;
  startJobs(): void;
  close(): Promise<void>;
}

const PAGE_METHODS = new Set([...READ_METHODS, 'POST']);

interface Parts {
  deps: Deps;
  limits: RateLimits;
}

export function assembleApp(given: Deps, built: { build: ServerBuild; clientDir: string }): App {
  const state = createAppState();
  const deps: Deps = { ...given, state };
  state.open([...FEATURES.flatMap((feature) => feature.open?.(deps, GATHERED) ?? []), openRightsWatch(deps), fullDisk.opened(createFullDisk())]);
  const jobs = jobsOf(deps);
  state.open([jobTitles.opened(new Map(jobs.map(({ name, title }) => [name, title])))]);
  const { env, log } = deps;
  const parts: Parts = { deps, limits: createRateLimits(deps) };
  const routes = createRouteTable(PAGES, CALLS.filter(({ sharedByGuests }) => sharedByGuests));
  const https = env.publicUrl.protocol === 'https:';
  const pages = createPageCache(routes, { monotonicNow: () => performance.now(), changes: deps.changes });
  const fastPath = createFastPath({ isOn: env.fastPath, pages, complete: (headers) => addSecurityHeaders(headers, { https }) });
  const opsCalls = [...healthCalls, metricsCall];
  const calls = [...CALLS, fileCall(FILE_READERS), describeCalls(env.publicUrl)];
  const edge = new Hono<EdgeEnv>();

  const entrance = createEntrance(parts, { routes, readyPages: fastPath.readyPages, anyHost: new Set(opsCalls.map(({ path }) => path)) });
  edge.use(entrance.complete);
  edge.onError((error, c) => answerError(c, deps, error));
  edge.use(compress());
  mountCalls(edge, opsCalls, parts);
  edge.use(staticFiles(built.clientDir));
  for (const { path } of [...CALLS, ...PAGES].filter(({ audience }) => isForTheDoor(audience))) edge.use(path, markAsDoor);
  edge.use(readActor(deps, parts.limits));
  mountCalls(edge, calls, { ...parts, pages });
  for (const area of ['/api/*', '/assets/*', '/files/*']) edge.all(area, () => refusalAnswer(new Refusal('NOT_FOUND')));
  edge.all('/dev/*', async (c, next) => {
    if (!env.demo || !/^\/dev\/pay\/[^/]+$/.test(c.req.path)) return refusalAnswer(new Refusal('NOT_FOUND'));
    return next();
  });
  edge.all('*', answerPage(parts, { build: built.build, routes, pages }));

  assertAllDeclared(pagePaths(built.build), PAGES.map(({ path }) => path));
  assertAllDeclared(callsOf(edge), [...opsCalls, ...calls].filter(({ audience }) => env.demo || audience !== 'demo').map(nameOfCall));

  let loops: Loop[] = [];
  return {
    deps,
    atOnce: fastPath.atOnce((request, peer) => entrance.answer(request, entrance.arrive(request, peer))),
    fetch(request, peer) {
      const arrival = entrance.arrive(request, peer.address);
      const plain = entrance.answer(request, arrival);
      return plain === null ? edge.fetch(request, arrival) : new Response(plain.body, plain);
    },
    startJobs() {
      loops = watchJobs(deps, jobs).map((job) => startLoop({ ...job, log }));
      const memory = ownMemory();
      if (memory !== null) loops.push(startLoop({ name: 'memory', everyMs: LOOK_FOR_REST_EVERY_MS, round: collectAtRest(memory), log }));
    },
    async close() {
      state.close();
      pages.close();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

const markAsDoor: MiddlewareHandler<EdgeEnv> = (c, next) => {
  c.set('isAtDoor', true);
  return next();
};

function answerPage({ deps, limits }: Parts, site: { build: ServerBuild; routes: RouteTable; pages: PageCache }): Handler<EdgeEnv> {
  const { routes, pages } = site;
  const mailNames = new Map(MAIL_TEMPLATES.map(({ kind, name }) => [kind, name]));
  const renderPage = createRequestHandler(site.build, 'production');
  const renderSlot = createRenderSlots();

  async function make(c: Context<EdgeEnv>): Promise<Response> {
    const context = new RouterContextProvider();
    const renderFailure: RenderFailure = { kind: 'none' };
    const scriptNonce = deps.ids.token();
    context.set(requestContext, { deps, actor: c.get('actor'), requestId: c.get('requestId'), address: c.get('address'), limits, askPasswordAgain, routes, mailNames, renderFailure, renderSlot, scriptNonce });
    const page = await withContentPolicy(await renderPage(c.req.raw, context), { scriptNonce, runWasm: routes.runsWasm(c.req.path) });
    return renderFailure.kind === 'busy' && page.status === 500 ? tryAgainSoon(page) : page;
  }

  async function withSlot(signal: AbortSignal, work: () => Promise<Response>): Promise<Response> {
    const answer = await deps.concurrency.longForms.take(work, { signal });
    if (answer === null) throw new Refusal('BUSY', { retryAfterSeconds: RETRY_BUSY_S, message: "S'estan rebent altres formularis llargs. Espera uns segons i torna-ho a provar" });
    return answer;
  }

  return async (c) => {
    c.set('route', routes.patternAt(c.req.path) ?? 'other');
    if (!PAGE_METHODS.has(c.req.method)) throw notAllowed(PAGE_METHODS);
    if (lengthOf(c.req.raw) > DEFAULT_BODY_BYTES && !routes.takesLongForms(c.req.path)) throw new Refusal('BODY_TOO_LARGE');
    limits.countRequest(READ_METHODS.has(c.req.method) ? 'read' : 'write', c.get('address'));
    const actor = c.get('actor');
    const recovery = recoveryAnswer(c.req.raw);
    if (recovery) return recovery;
    if (isLongForm(c, routes)) return forOneReader(await withSlot(c.req.raw.signal, () => make(c)));
    if (actor.kind === 'user') return forOneReader(await make(c));
    const page = await pages.get(c.req.raw, () => make(c));
    if (actor.visitor === null && routes.namesVisitor(c.req.path)) page.headers.append('Set-Cookie', visitorCookie(deps.ids.uuid(), deps.env.publicUrl));
    return page;
  };
}

/** A body without Content-Length may be long. */
function isLongForm({ req: { raw, path } }: Context<EdgeEnv>, routes: RouteTable): boolean {
  return raw.method === 'POST' && routes.takesLongForms(path) && (lengthOf(raw) > DEFAULT_BODY_BYTES || !raw.headers.has('content-length'));
}

async function withContentPolicy(response: Response, page: { scriptNonce: string; runWasm: boolean }): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return named(response);
  const { html, policy } = sealPage(await response.text(), page);
  const sealed = named(new Response(html, response));
  if (!sealed.headers.has('Content-Security-Policy')) sealed.headers.set('Content-Security-Policy', policy);
  return sealed;
}

function named(response: Response): Response {
  const headers = new Headers(response.headers);
  // Stock and prices change, and a page names this build's scripts.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-cache');
  if (response.status === 405 && !headers.has('Allow')) headers.set('Allow', 'GET, HEAD');
  return new Response(response.body, { status: response.status, headers });
}

function tryAgainSoon(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('Retry-After', String(RETRY_BUSY_S));
  return new Response(page.body, { status: 503, headers });
}

/** After signing out, Back must show nothing. */
function forOneReader(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Cache-Control', 'private, no-store');
  return new Response(response.body, { status: response.status, headers });
}

function describeCalls(publicUrl: URL): Call {
  let document: object | undefined;
  const own: Call = call('GET', '/api/openapi.json', {
    audience: 'anyone',
    openapi: { summary: 'This description', responses: { 200: { description: 'OpenAPI 3.0', content: { 'application/json': { schema: { type: 'object' } } } } } },
    handle: (c) => c.json((document ??= openApiDocument(publicUrl, [...CALLS, ...healthCalls, metricsCall, own]))),
  });
  return own;
}

/** Catch-alls and middleware are not calls. */
function callsOf(edge: Hono<EdgeEnv>): string[] {
  return [...new Set(edge.routes.filter((route) => route.method !== 'ALL').map(nameOfCall))];
}
