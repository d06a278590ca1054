import { expect, onTestFinished, test } from 'vitest';

import { ownAddress } from '#tests/support/people/buyers.ts';
import { eventOnline } from '#tests/support/people/online-buyers.ts';
import { aBalancer } from '#tests/support/process/balancer.ts';
import { type ChildServer, freePort, startServer } from '#tests/support/process/child-server.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';

const EVENT = 'Concert de la nit del foc';
const VISITORS = 6;

interface Tally {
  asked: number;
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
      const status = await fetch(`${url}${path}`, init).then(async (answer) => (await answer.arrayBuffer(), answer.status), (error: unknown) => String(error));
      tally.asked += 1;
      if (status !== 200 && status !== 201) tally.failed.push(`${path} ${status}`);
    }
  }
}

test('two processes behind a balancer are restarted in turn while people look and buy, and no request fails', async () => {
  const env = { ...(await sharedDatabaseEnv()), COMBOI_RATE_LIMITS: '0', COMBOI_STOP_DELAY_SECONDS: '3' };
  const ports = [await freePort(), await freePort()];
  const servers: ChildServer[] = [];
  const folders = [await temporaryFolder(), await temporaryFolder()];
  onTestFinished(async () => {
    for (const folder of folders) await removeDataDir(folder);
  });
  for (const [at, port] of ports.entries()) servers.push(await startServer({ env, port, dataDir: folders[at]! }));
  const balancer = await aBalancer(servers.map(({ url }) => url));
  try {
    const { id: eventId } = await eventOnline(servers[0]!.url, EVENT);
    const tally: Tally = { asked: 0, failed: [] };
    let isOver = false;
    const visitors = Array.from({ length: VISITORS }, (_, at) => visit(balancer.url, { eventId, name: String(at + 1), tally, isOver: () => isOver }));
    const most = count({ test: 300, soak: 5_000 });
    let restarts = 0;
    while (tally.asked < most || restarts < 2) {
      for (const [at, port] of ports.entries()) {
        const before = tally.asked;
        expect(await servers[at]!.stop()).toBe(0);
        await expect.poll(() => tally.asked - before).toBeGreaterThan(10);
        servers[at] = await startServer({ env, port, dataDir: folders[at]! });
        restarts += 1;
      }
    }
    isOver = true;
    await Promise.all(visitors);
    figure('G29 failed of the requests during restarts in turn, restarts', `${tally.failed.length} of ${tally.asked}, ${restarts}`);
    expect(tally.failed).toEqual([]);
  } finally {
    await balancer.close();
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
});
