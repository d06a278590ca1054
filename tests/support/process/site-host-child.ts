import type { Server } from 'node:http';

import type * as Comboi from '#app/app.server.ts';
import { closeServer, listen } from '#app/platform/http/listen.server.ts';

import { rememberHashes } from './remembered/hashes.ts';
import { TIMEOUT_FACTOR } from './timeout-factor.ts';

/*
 * The server as it ships, but for one process that several sites have one after the other: what it has compiled and made
 * fast for one serves the next. Each site has its own database, folder and app.
 */

const APP = new URL('../../../build/server/index.js', import.meta.url).href;
/** The tabs of a test are closed by now. */
const LONGEST_ANSWER_MS = 100;

/** By its port. `catchUp`: done once the site has heard of all that was committed before. */
export type Command = { open: Record<string, string> } | { catchUp: number } | { close: number };
export type Order = Command & { id: number };
export type Done = { id: number } | { id: number; problem: string };

interface OpenSite {
  server: Server;
  catchUp(): Promise<void>;
  end(): Promise<void>;
}

rememberHashes();
const comboi = (await import(APP)) as typeof Comboi;
const log = comboi.createLogger({ level: 'info', pretty: true });
const sites = new Map<number, OpenSite>();

async function open(variables: Record<string, string>): Promise<void> {
  const env = comboi.readEnv(variables);
  const { deps, close } = await comboi.openDeps(env, { log, timeoutFactor: TIMEOUT_FACTOR });
  const app = comboi.createApp(deps);
  const server = await listen({ env, answer: app.fetch, atOnce: app.atOnce, isEnding: () => false }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  app.startJobs();
  sites.set(env.port, {
    server,
    catchUp: () => deps.changes.catchUp(),
    async end() {
      await Promise.all([closeServer(server, LONGEST_ANSWER_MS), app.close()]);
      await close();
    },
  });
}

async function obey(order: Order): Promise<void> {
  if ('open' in order) return open(order.open);
  if ('catchUp' in order) return sites.get(order.catchUp)?.catchUp();
  const site = sites.get(order.close);
  sites.delete(order.close);
  await site?.end();
}

process.on('unhandledRejection', (error) => console.error('A promise failed that nobody awaited', error));
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => {
  const { id } = order;
  obey(order).then(
    () => process.send?.({ id } satisfies Done),
    (error: unknown) => process.send?.({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Done),
  );
});
