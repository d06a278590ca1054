import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { ownAddress } from '#tests/support/people/buyers.ts';
import { boughtOnline, eventOnline } from '#tests/support/people/online-buyers.ts';
import { aBalancer } from '#tests/support/process/between/balancer.ts';
import { CADDY, caddyBefore } from '#tests/support/process/between/caddy.ts';
import { type ChildServer, freePort, startServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const EVENT = 'Concert de la nit del foc';
const OTHER = 'Sopar de Germanor';
const VISITORS = 6;

interface Tally {
  requests: number;
  failed: string[];
}

/** Looks at pages and orders, one after the other, until it is over. */
async function visit(url: string, { eventId, name, tally, isOver }: { eventId: number; name: string; tally: Tally; isOver: () => boolean }): Promise<void> {
  for (let round = 0; !isOver(); round += 1) {
    const asks: [string, RequestInit][] = [
      ['/tickets', {}],
      [`/api/events/${eventId}`, {}],
      ['/api/orders', { method: 'POST', headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `rolling-${name}-${round}`, 'X-Forwarded-For': ownAddress() }, body: JSON.stringify({ eventId, email: `v${name}r${round}@example.com`, tickets: [{ sections: {}, options: [] }] }) }],
    ];
    for (const [path, init] of asks) {
      const status = await fetch(`${url}${path}`, init)
        .then(async (answer) => (await answer.arrayBuffer(), answer.status))
        .catch((error: Error) => `${error} ${String(error.cause)}`);
      tally.requests += 1;
      if (status !== 200 && status !== 201) tally.failed.push(`${path} ${status}`);
    }
  }
}

/** From a change by somebody else until all of them show it. */
async function secondsUntilAllShow(urls: readonly string[], { database, title }: { database: pg.Client; title: string }): Promise<number> {
  const isVisible = async (url: string): Promise<boolean> => (await (await fetch(`${url}/tickets`)).text()).includes(title);
  for (const url of urls) expect(await isVisible(url)).toBe(false);
  const begun = performance.now();
  await database.query('update events set title = $1 where title like $2', [title, `${OTHER}%`]);
  await Promise.all(urls.map((url) => expect.poll(() => isVisible(url), { interval: 20 }).toBe(true)));
  return (performance.now() - begun) / 1000;
}

/** How many of their tickets' mails left from either folder, by address. */
async function mailsTo(addresses: readonly string[], urls: readonly string[]): Promise<Record<string, number>> {
  const lists = await Promise.all(urls.map(async (url) => (await (await fetch(`${url}/dev/mail.json`)).json()) as { to: string }[]));
  return Object.fromEntries(addresses.map((address) => [address, lists.flat().filter(({ to }) => to === address).length]));
}

test('two processes behind a balancer are restarted in turn while people look and buy: no request fails, both show a change, no mail leaves twice', async () => {
  const [ports, port] = [[await freePort(), await freePort()] as const, await freePort()];
  const env = { ...(await sharedDatabaseEnv()), PUBLIC_URL: `http://127.0.0.1:${port}`, COMBOI_RATE_LIMITS: '0', COMBOI_STOP_DELAY_SECONDS: '3', TRUST_PROXY: CADDY === null ? '1' : '2' };
  const folders = [await temporaryFolder(), await temporaryFolder()];
  onTestFinished(async () => {
    for (const folder of folders) await removeDataDir(folder);
  });
  const servers: ChildServer[] = [];
  for (const [at, one] of ports.entries()) servers.push(await startServer({ env, port: one, dataDir: folders[at]! }));
  const urls = servers.map(({ url }) => url);
  const balancer = CADDY === null ? await aBalancer(urls, port) : await caddyBefore(CADDY, { ports, port });
  const database = new pg.Client({ connectionString: env.DATABASE_URL });
  await database.connect();
  let isOver = false;
  try {
    const { id: eventId } = await eventOnline(balancer.url, EVENT);
    const tally: Tally = { requests: 0, failed: [] };
    const visitors = Array.from({ length: VISITORS }, (_, at) => visit(balancer.url, { eventId, name: String(at + 1), tally, isOver: () => isOver }));
    const most = count({ test: 300, soak: 5_000 });
    const buyers: string[] = [];
    const seconds: number[] = [];
    while (tally.requests < most || buyers.length < 2) {
      for (const [at, one] of ports.entries()) {
        const before = tally.requests;
        buyers.push(`buyer${buyers.length}@example.com`);
        const [code] = await Promise.all([servers[at]!.stop(), boughtOnline(balancer.url, { event: EVENT, email: buyers.at(-1)! })]);
        expect(code).toBe(0);
        await expect.poll(() => tally.requests - before).toBeGreaterThan(10);
        servers[at] = await startServer({ env, port: one, dataDir: folders[at]! });
        seconds.push(await secondsUntilAllShow(urls, { database, title: `${OTHER} ${buyers.length}` }));
      }
    }
    isOver = true;
    await Promise.all(visitors);
    figure(`G29 failed of the requests during restarts in turn behind ${CADDY === null ? 'a balancer' : 'Caddy'}, restarts`, `${tally.failed.length} of ${tally.requests}, ${buyers.length}`);
    figure('G29 seconds until both processes show a change, worst', Math.max(...seconds).toFixed(2));
    expect(tally.failed).toEqual([]);
    await expect.poll(() => mailsTo(buyers, urls)).toEqual(Object.fromEntries(buyers.map((address) => [address, 1])));
    expect(await doctorBeside(servers[0]!, { env })).toMatchObject({ code: 0, violations: 0 });
  } finally {
    isOver = true;
    await database.end();
    await balancer.close();
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
});
