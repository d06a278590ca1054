import { join } from 'node:path';

import type { Env } from '#app/platform/env.server.ts';

import type { Ids } from '../ids.server.ts';

import type { FileStorage } from './file-storage.server.ts';
import { createLocalStorage } from './local-storage.server.ts';

export interface OpenStorage {
  storage: FileStorage;
  ping(): Promise<void>;
  close(): void;
}

/** A wrong bucket or wrong keys, which waiting does not mend. */
export class StorageRefusal extends Error {
  override name = 'StorageRefusal';
}

export async function openStorage(env: Pick<Env, 's3' | 'dataDir'>, ids: Pick<Ids, 'uuid'>): Promise<OpenStorage> {
  if (env.s3 === null) return { storage: createLocalStorage({ folder: join(env.dataDir, 'files'), ids }), ping: async () => {}, close: () => {} };
  // The SDK takes 30 MB of memory.
  const { createS3Storage, isRefusedByStore } = await import('./s3-storage.server.ts');
  const s3 = createS3Storage(env.s3);
  return {
    storage: s3,
    async ping() {
      await s3.ping().catch((error: unknown) => {
        throw isRefusedByStore(error) ? new StorageRefusal(String(error)) : error;
      });
    },
    close: () => s3.close(),
  };
}
