import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inject } from 'vitest';

import { clusterOf } from '#app/platform/adapters/embedded-postgres/data-folder.server.ts';
import { endLeftovers } from '#app/platform/adapters/embedded-postgres/leftovers.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { takeFileLock } from '#app/platform/adapters/file-lock.server.ts';

import { startServer } from './child-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What all files of this run may share; removed at its end. */
    runFolder: string;
  }
}

const LOOK_EVERY_MS = 50;

/** A data folder as an earlier start has left it, with the demo: a first start is what only few tests are about. */
export async function aUsedDataDir(): Promise<string> {
  const template = await readyTemplate();
  const dataDir = await temporaryFolder();
  // With the owners of its files: PostgreSQL refuses a folder of somebody else.
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  return dataDir;
}

/** Made by whoever asks first, in whichever worker. */
async function readyTemplate(): Promise<string> {
  const [template, done] = [join(inject('runFolder'), 'data'), join(inject('runFolder'), 'data-is-ready')];
  for (;;) {
    if (existsSync(done)) return template;
    const lock = takeFileLock(join(inject('runFolder'), 'data.lock'));
    if (lock === null) {
      await pause(LOOK_EVERY_MS);
      continue;
    }
    try {
      if (existsSync(done)) return template;
      await using server = await startServer({ dataDir: template });
      await server.stop();
      // A server that had to be ended leaves its database on the way down.
      await endLeftovers(clusterOf(template), silentLogger);
      await mkdir(done);
      return template;
    } finally {
      lock.release();
    }
  }
}
