import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endLeftovers } from '#app/platform/adapters/embedded-postgres/leftovers.server.ts';
import { clusterOf } from '#app/platform/adapters/embedded-postgres/data-folder.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';

/** A folder of its own for one test, which other users may pass through. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-test-'));
  await chmod(folder, 0o711);
  return folder;
}

/** Ends the PostgreSQL of a data folder, if one is left, and removes the folder and whatever was put elsewhere for it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const elsewhere = await readFile(join(dataDir, 'database-is-in.txt'), 'utf8').catch(() => '');
  for (const home of [dataDir, elsewhere.trim()]) {
    if (home === '') continue;
    await endLeftovers(clusterOf(home), silentLogger);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
