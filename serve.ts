import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type * as Comboi from './app/app.server.ts';
import type { Deps } from './app/platform/deps.server.ts';
import { warmUp } from './app/platform/http/answers/warm-up.server.ts';
import { closeServer, listen } from './app/platform/http/listen.server.ts';

/* A rejected promise belongs to one request: logged and survived. An uncaught exception may leave things half-done: logged, drained, exit 1. */

type App = ReturnType<typeof Comboi.createApp>;
type Log = ReturnType<typeof Comboi.createLogger>;
type Env = ReturnType<typeof Comboi.readEnv>;
/** For tests, which compose a server with other dependencies. */
export type Compose = (shipped: Deps) => Deps;

const APP = import.meta.url.endsWith('.js') ? './index.js' : './build/server/index.js';
const IN_FLIGHT_MS = 5_000;
const FORCED_END_MS = 9_000;

const ending = new AbortController();
let log: Log | null = null;
let exitCode = 0;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  // Stays installed: npm, the terminal and the process group may each send a signal.
  process.on(signal, () => ending.abort(signal));
}
process.on('unhandledRejection', (error) => {
  if (!isOurAbort(error)) log?.error({ err: error }, 'A promise failed that nobody awaited');
});
process.on('uncaughtException', (error) => {
  if (log === null) console.error(error);
  else log.fatal({ err: error }, 'An exception nobody caught: ending');
  exitCode = 1;
  ending.abort('uncaughtException');
});

interface Begun {
  stopDelayMs?: number;
  server?: Server;
  app?: App;
  closeDeps?: () => Promise<void>;
}

export async function serve(compose: Compose = (shipped) => shipped): Promise<number> {
  const begun: Begun = {};
  ending.signal.addEventListener('abort', () => setTimeout(endByForce, FORCED_END_MS + (begun.stopDelayMs ?? 0)).unref());
  try {
    await start(begun, compose);
    await whenAborted(ending.signal);
    log?.info({ reason: String(ending.signal.reason) }, 'Ending');
    // A balancer is told `ending` meanwhile, and sends its visitors elsewhere before the socket closes.
    if (ending.signal.reason !== 'uncaughtException') await pause(begun.stopDelayMs ?? 0);
  } catch (error) {
    if (!ending.signal.aborted) {
      report(error);
      exitCode = 1;
      ending.abort('start failed');
    }
  }
  await end(begun).catch((error: unknown) => log?.error({ err: error }, 'Ending went wrong'));
  return exitCode;
}

async function start(begun: Begun, compose: Compose): Promise<void> {
  // React chooses its production build by NODE_ENV; the demo rule needs the value that was really given.
  const variables = { ...process.env };
  process.env['NODE_ENV'] = 'production';

  const comboi = (await import(new URL(APP, import.meta.url).href)) as typeof Comboi;
  const env = comboi.readEnv(variables);
  log = comboi.createLogger({ level: variables['NODE_ENV'] === 'test' ? 'warn' : 'info', pretty: env.demo && !env.production });

  let answer: App['fetch'] = async (request) => startingAnswer(new URL(request.url).pathname);
  begun.server = await listen({
    env,
    answer: (request, peer) => (ending.signal.aborted && new URL(request.url).pathname === '/health/ready' ? notReady('ending') : answer(request, peer)),
    atOnce: (incoming) => begun.app?.atOnce(incoming) ?? null,
    isEnding: () => ending.signal.aborted,
  });

  const { deps, close } = await comboi.openDeps(env, { log, signal: ending.signal });
  begun.closeDeps = close;
  ending.signal.throwIfAborted();

  begun.app = comboi.createApp(compose(deps));
  // What starting left lies there else until memory is asked for.
  await comboi.ownMemory()?.collect();
  answer = begun.app.fetch;
  begun.app.startJobs();
  begun.stopDelayMs = env.stopDelayMs;
  announce(env);
  warmUp({ fetch: answer, env, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted) log?.warn({ err: error }, 'The first pages could not be rendered ahead');
  });
}

async function end({ server, app, closeDeps }: Begun): Promise<void> {
  await Promise.allSettled([server && closeServer(server, IN_FLIGHT_MS), app && within(IN_FLIGHT_MS, app.close())]);
  await closeDeps?.();
}

function startingAnswer(path: string): Response {
  const headers = { 'Retry-After': '2', 'Cache-Control': 'no-store' };
  if (path === '/health/live') return Response.json({ status: 'live' }, { headers: { 'Cache-Control': 'no-store' } });
  if (path === '/health/ready') return notReady('starting');
  const message = "Comboi s'està posant en marxa. Torna-ho a provar d'ací a uns segons, per favor.";
  if (path.startsWith('/api/')) return Response.json({ code: 'BUSY', message }, { status: 503, headers });
  const page = `<!doctype html><html lang="ca"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Comboi</title><p>${message}</p></html>`;
  return new Response(page, { status: 503, headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
}

function notReady(reason: 'starting' | 'ending'): Response {
  const status = reason === 'starting' ? reason : 'not ready';
  return Response.json({ status, reasons: [reason] }, { status: 503, headers: { 'Retry-After': '2', 'Cache-Control': 'no-store' } });
}

function announce({ demo, demoForced, publicUrl, host, port }: Env): void {
  log?.info({ address: publicUrl.origin, host, port }, 'Comboi is ready');
  if (!demo) return;
  const lines = [
    '',
    `  Comboi (demo)   ${publicUrl.origin}`,
    '',
    ...['admin', 'comissio', 'soci', 'public', 'taquilla', 'porta', 'redaccio'].map((name) => `  ${`${name}@comboi.test`.padEnd(22)} Comboi2027`),
    '',
    `  Mail that was sent: ${new URL('/dev/mail', publicUrl).href}`,
    '',
  ];
  const warning = [
    '  ############################################################',
    '  ##   THIS IS THE DEMO, BECAUSE COMBOI_DEMO=1 ASKED FOR IT  ##',
    '  ##   ITS PASSWORDS ARE WELL KNOWN. NEVER ON A REAL SITE.   ##',
    '  ############################################################',
    '',
  ];
  console.log([...lines, ...(demoForced ? warning : [])].join('\n'));
}

function report(error: unknown): void {
  // A refusal's message says what to do; a stack would hide it. By name, since the build has its own copy of the class.
  if (error instanceof Error && /^(StartRefusal|EnvError)$/.test(error.name)) console.error(`\n${error.message}\n`);
  else if (log === null) console.error(error);
  else log.fatal({ err: error }, 'Comboi did not start');
}

function endByForce(): void {
  log?.warn('Ending took too long: ending by force');
  process.exit(exitCode);
}

function isOurAbort(error: unknown): boolean {
  return ending.signal.aborted && error === ending.signal.reason;
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, pause(milliseconds, undefined, { ref: false })]);
}
