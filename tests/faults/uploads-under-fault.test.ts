import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import type { CheckpointName } from '#app/platform/adapters/checkpoint.server.ts';
import { MB } from '#app/domain/files/bucket.ts';
import type { StoredFile } from '#app/domain/files/stored-file.ts';
import { aTusClient, type TusClient } from '#tests/support/app/tus.ts';
import { cookieOf } from '#tests/support/people/buyers.ts';
import type { ChildServer } from '#tests/support/process/child-server.ts';
import { doctorBeside } from '#tests/support/process/doctor.ts';
import { sharedDatabaseEnv, startServerOnShared } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { figure, soakCases } from '#tests/support/reporting/counts.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(10 * MB)]);

interface Place {
  env: Record<string, string>;
  dataDir: string;
  start(stopAt?: CheckpointName): Promise<{ server: ChildServer; tus: TusClient; ask: (path: string) => Promise<Response> }>;
}

/** A folder and a database that outlive the servers killed on them. */
async function aPlace(): Promise<Place> {
  const [env, dataDir] = [await sharedDatabaseEnv(), await temporaryFolder()];
  onTestFinished(() => removeDataDir(dataDir));
  return {
    env,
    dataDir,
    async start(stopAt) {
      const server = await startServerOnShared({ dataDir, env, ...(stopAt && { stopAt }) });
      onTestFinished(async () => {
        if (!server.hasEnded()) await server.kill();
      });
      const at = (path: string, init?: RequestInit): Promise<Response> => fetch(new URL(path, server.url), init);
      const login = await at('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'admin@comboi.test', password: 'Comboi2027' }) });
      const cookie = cookieOf(login.headers);
      return { server, tus: aTusClient({ ask: at }, cookie), ask: (path) => at(path, { headers: { Cookie: cookie } }) };
    },
  };
}

async function filesUnder(place: Place, folder: string): Promise<string[]> {
  const entries = await readdir(join(place.dataDir, 'files', folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function arrivedWhole(answer: Response, ask: (path: string) => Promise<Response>): Promise<boolean> {
  const { variants } = (await answer.json()) as StoredFile;
  return Buffer.from(await (await ask(variants[0]!.url)).arrayBuffer()).equals(PDF);
}

async function ask<Row extends pg.QueryResultRow>({ env }: Place, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: env['DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** As when the minutes have passed that the dead process had for it. */
async function letClaimsEnd(place: Place): Promise<void> {
  await ask(place, 'update uploads set finishing_until = null');
}

/** Of the one upload there is; what is sent may still be on its way through the system. */
async function storedBytes(place: Place): Promise<number> {
  return (await ask<{ received: number }>(place, 'select received::integer from uploads'))[0]!.received;
}

test('a kill -9 amid a piece loses that piece at most, and the upload goes on with the next server', async () => {
  const place = await aPlace();
  const first = await place.start();
  const address = await first.tus.begin({ bucket: 'booklets', size: PDF.length });
  let sent = 0;
  const slowly = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent >= 7 * MB) return;
      controller.enqueue(PDF.subarray(sent, (sent += 256 * 1024)));
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
  });
  const sending = first.tus.send(address, { from: 0, bytes: slowly }).catch(() => null);
  await expect.poll(() => storedBytes(place)).toBeGreaterThanOrEqual(4 * MB);
  const sentThen = sent;
  await first.server.kill();
  await sending;

  const { tus, ask } = await place.start();
  const stored = (await tus.received(address))!;
  figure('L11 bytes of an upload that a kill -9 took', `${sentThen - stored} of ${sentThen}`);
  expect(stored).toBeGreaterThanOrEqual(4 * MB);
  expect(await arrivedWhole(await tus.send(address, { from: stored, bytes: PDF.subarray(stored) }), ask)).toBe(true);
  expect(await filesUnder(place, 'uploads')).toEqual([]);
});

test.each(soakCases(['after-file-before-ready', 'after-ready-before-pieces'] as const))('a kill -9 %s leaves one whole file and nothing beside it', async (stopAt) => {
  const place = await aPlace();
  const first = await place.start(stopAt);
  const address = await first.tus.begin({ bucket: 'booklets', size: PDF.length });
  const sending = first.tus.send(address, { from: 0, bytes: PDF }).catch(() => null);
  await first.server.says(new RegExp(`at ${stopAt}`));
  await first.server.kill();
  await sending;

  const { tus, ask, server } = await place.start();
  await letClaimsEnd(place);
  expect(await tus.received(address)).toBe(PDF.length);
  const answer = await tus.status(address);
  expect(answer.status).toBe(200);
  expect(await arrivedWhole(answer, ask)).toBe(true);
  expect(await filesUnder(place, 'booklets')).toHaveLength(1);
  const visit = await doctorBeside(server, { env: place.env });
  expect(visit.output).not.toMatch(/I11/);
  figure(`L11 files without a row, or rows without a file, after a kill -9 ${stopAt}`, visit.violations);
});
