import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { tcpProxy } from '#tests/support/process/between/tcp-proxy.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';
import { TIMEOUT_FACTOR } from '#tests/support/process/timeout-factor.ts';

import { type Database, openDatabase } from './database.server.ts';
import { openReplica } from './replica.server.ts';

const RETRY_MS = 10_000;

async function whereItReads(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.query);
  return rows[0]!.name;
}

test('while the replica is away the primary is read, and it is looked for once in ten seconds', async () => {
  const [primaryUrl, copyUrl] = [await aTestDatabase(), await aTestDatabase()];
  const [primaryName, copyName] = [primaryUrl, copyUrl].map((url) => new URL(url).pathname.slice(1));
  const copy = new URL(copyUrl);
  const proxy = await tcpProxy({ host: copy.hostname, port: Number(copy.port) });
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const primary = openDatabase({ url: primaryUrl, poolSize: 2, log: silentLogger, timeoutFactor: TIMEOUT_FACTOR });
  onTestFinished(() => primary.close());
  let now = 0;
  copy.port = String(proxy.port);
  const replica = openReplica({ url: copy.href, primary, log: silentLogger, monotonicNow: () => now, timeoutFactor: TIMEOUT_FACTOR });
  onTestFinished(() => replica.close());

  proxy.cut();
  expect(await whereItReads(replica)).toBe(primaryName);
  proxy.heal();
  expect(await whereItReads(replica)).toBe(primaryName);
  now += RETRY_MS;
  expect(await whereItReads(replica)).toBe(copyName);
  expect(await Promise.all([1, 2, 3].map(() => whereItReads(replica)))).toEqual([copyName, copyName, copyName]);

  proxy.cut();
  await expect.poll(() => whereItReads(replica).catch(() => 'neither')).toBe(primaryName);
  proxy.heal();
  expect(await whereItReads(replica)).toBe(primaryName);
  now += RETRY_MS;
  expect(new Set(await Promise.all([1, 2].map(() => whereItReads(replica))))).toEqual(new Set([copyName, primaryName]));
});
