import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';

import type * as Comboi from '../app/app.server.ts';

/* `npm run dev`. The app is made again whenever its server code changes; database and other dependencies stay. */

process.on('uncaughtException', (error) => {
  console.error(/^(StartRefusal|EnvError)$/.test(error.name) ? `\n${error.message}\n` : error);
  process.exit(1);
});

const ENTRY = '/app/app.server.ts';

const server = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
const load = async (): Promise<typeof Comboi> => (await vite.ssrLoadModule(ENTRY)) as typeof Comboi;

const first = await load();
const env = first.readEnv(process.env);
const log = first.createLogger({ level: 'info', pretty: true });
const ending = new AbortController();
const { deps, close } = await first.openDeps(env, { log, signal: ending.signal });

let current = { module: first, app: first.createApp(deps) };
current.app.startJobs();

async function currentApp(): Promise<typeof current.app> {
  const module = await load();
  if (module.createApp !== current.module.createApp) {
    const old = current.app;
    current = { module, app: module.createApp(deps) };
    await old.close();
    current.app.startJobs();
  }
  return current.app;
}

const respond = getRequestListener(async (request, { incoming }) => {
  const app = await currentApp();
  const answer = await app.fetch(request, { address: incoming.socket?.remoteAddress ?? '' });
  answer.headers.delete('Content-Security-Policy');
  return answer;
});
server.on('request', (incoming, outgoing) => {
  vite.middlewares(incoming, outgoing, () => {
    respond(incoming, outgoing).catch((error: unknown) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      log.error({ err: error }, 'The app could not be loaded');
      outgoing.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(String(error));
    });
  });
});

async function end(): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  server.close();
  server.closeAllConnections();
  await current.app.close();
  await vite.close();
  await close();
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());

server.listen(env.port, env.host, () => log.info({ address: env.publicUrl.origin, mail: '/dev/mail' }, 'Comboi is ready for work'));
