import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { backupMadeAt, type StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import type { Env } from '#app/platform/env.server.ts';

export interface BackupStore {
  pathOf(name: string): string;
  store(name: string): Promise<void>;
  list(): Promise<StoredBackup[]>;
  read(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
}

const FOLDER = 'backups';

export function openBackupStore({ env, storage }: { env: Pick<Env, 'dataDir' | 's3'>; storage: FileStorage }): BackupStore {
  const pathOf = (name: string): string => join(env.dataDir, FOLDER, name);
  return env.s3 === null ? folderBackupStore(pathOf) : objectBackupStore({ storage, pathOf });
}

function folderBackupStore(pathOf: BackupStore['pathOf']): BackupStore {
  return {
    pathOf,
    store: async () => {},
    async list() {
      const names = await readdir(pathOf('')).catch(emptyIfMissing);
      return Promise.all(names.flatMap((name) => {
        const madeAt = backupMadeAt(name);
        return madeAt ? [stat(pathOf(name)).then(({ size }) => ({ name, madeAt, size }))] : [];
      }));
    },
    read: async (name) => ((await stat(pathOf(name)).catch(() => null)) ? createReadStream(pathOf(name)) : null),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

function objectBackupStore({ storage, pathOf }: { storage: FileStorage; pathOf: BackupStore['pathOf'] }): BackupStore {
  const objectOf = (name: string): string => `${FOLDER}/${name}`;
  return {
    pathOf,
    async store(name) {
      const path = pathOf(name);
      try {
        await storage.put({ name: objectOf(name), body: createReadStream(path), size: (await stat(path)).size, mediaType: 'application/gzip' });
      } finally {
        await rm(path, { force: true });
      }
    },
    async list() {
      const found: StoredBackup[] = [];
      for await (const { name, size } of storage.list(`${FOLDER}/`)) {
        const madeAt = backupMadeAt(name.slice(FOLDER.length + 1));
        if (madeAt) found.push({ name: name.slice(FOLDER.length + 1), madeAt, size });
      }
      return found;
    },
    read: (name) => storage.read(objectOf(name)),
    remove: (name) => storage.remove(objectOf(name)),
  };
}

function emptyIfMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}
