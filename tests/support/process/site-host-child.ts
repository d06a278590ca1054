import type { Server } from 'node:http';

import type * as Comboi from '#app/app.server.ts';
import { closeServer, listen } from '#app/platform/http/listen.server.ts';

import { rememberHashes } from './remembered/hashes.ts';

/*
 * The server as it ships, but for one process that several sites have one after the other: what it has compiled and made
 * fast for one serves the next. Each site has its own database, folder and app.
 */

const APP = new URL('../../../build/server/index.js', import.meta.url).href;
/** The tabs of a test are closed by now. */
const LONGEST_ANSWER_MS = 100;

export type Order = { open: Record<string, string> } | { close: number };
export type Done = { port: number } | { port: number; problem: string };

interface OpenSite {
  server: Server;
  end(): Promise<void>;
}

rememberHashes();
const comboi = (await import(APP)) as typeof Comboi;
const log = comboi.createLogger({ level: 'info', pretty: true });
const sites = new Map<number, OpenSite>();

async function open(variables: Record<string, string>): Promise<void> {
  const env = comboi.readEnv(variables);
  const { deps, close } = await comboi.openDeps(env, { log });
  const app = comboi.createApp(deps);
  const server = await listen({ env, answer: app.fetch, atOnce: app.atOnce, isEnding: () => false }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  app.startJobs();
  sites.set(env.port, {
    server,
    async end() {
      await Promise.all([closeServer(server, LONGEST_ANSWER_MS), app.close()]);
      await close();
    },
  });
}

async function obey(order: Order): Promise<number> {
  if ('open' in order) {
    await open(order.open);
    return Number(order.open['PORT']);
  }
  const site = sites.get(order.close);
  sites.delete(order.close);
  await site?.end();
  return order.close;
}

process.on('unhandledRejection', (error) => console.error('A promise failed that nobody awaited', error));
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  const port = 'open' in order ? Number(order.open['PORT']) : order.close;
  obey(order).then(
    () => process.send?.({ port } satisfies Done),
    (error: unknown) => process.send?.({ port, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Done),
  );
});
