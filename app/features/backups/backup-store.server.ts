import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import { randomIds } from '#app/platform/adapters/ids.server.ts';
import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { createLocalStorage } from '#app/platform/adapters/storage/local-storage.server.ts';
import { backupMadeAt, type StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import type { Env } from '#app/platform/env.server.ts';

import { type BackupFiles, openBackupFiles } from './backup-files.server.ts';

export interface BackupStore {
  pathOf(name: string): string;
  store(name: string): Promise<void>;
  list(): Promise<StoredBackup[]>;
  read(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  /** What a killed backup left. */
  clearUnfinished(now: Date): Promise<void>;
  files: BackupFiles;
  lastReport(): Promise<BackupReport | null>;
  saveReport(report: BackupReport): Promise<void>;
}

const reportSchema = z.object({ name: z.string(), missingFiles: z.int() });

export type BackupReport = z.infer<typeof reportSchema>;

const FOLDER = 'backups';
const FILES = 'files';
const REPORT = 'report/last';
export const UNFINISHED = '.part';

export function openBackupStore({ env, storage }: { env: Pick<Env, 'dataDir' | 's3'>; storage: FileStorage }): BackupStore {
  const pathOf = (name: string): string => join(env.dataDir, FOLDER, name);
  const clearUnfinished = async (): Promise<void> => {
    const names = await readdir(pathOf('')).catch(emptyIfMissing);
    for (const name of names.filter((one) => one.endsWith(UNFINISHED))) await rm(pathOf(name), { force: true });
  };
  return env.s3 === null ? folderBackupStore({ pathOf, clearUnfinished }) : objectBackupStore({ storage, pathOf, clearUnfinished });
}

/** Also of a folder that was copied to another machine. */
export function backupFilesBeside(folder: string): BackupFiles {
  return openBackupFiles(createLocalStorage({ folder, ids: randomIds }), FILES);
}

type Local = Pick<BackupStore, 'pathOf'> & { clearUnfinished: () => Promise<void> };

function reportsIn(storage: FileStorage, object: string): Pick<BackupStore, 'lastReport' | 'saveReport'> {
  return {
    async lastReport() {
      const body = await storage.read(object);
      if (body === null) return null;
      const parsed = reportSchema.safeParse(await json(body).catch(() => null));
      return parsed.success ? parsed.data : null;
    },
    async saveReport(report) {
      const body = Buffer.from(JSON.stringify(report));
      await storage.put({ name: object, body, size: body.byteLength, mediaType: 'application/json' });
    },
  };
}

function folderBackupStore({ pathOf, clearUnfinished }: Local): BackupStore {
  const files = backupFilesBeside(pathOf(''));
  return {
    pathOf,
    files,
    ...reportsIn(createLocalStorage({ folder: pathOf(''), ids: randomIds }), REPORT),
    async clearUnfinished(now) {
      await clearUnfinished();
      await files.clearUnfinished(now);
    },
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

function objectBackupStore({ storage, pathOf, clearUnfinished }: Local & { storage: FileStorage }): BackupStore {
  const objectOf = (name: string): string => `${FOLDER}/${name}`;
  return {
    pathOf,
    files: openBackupFiles(storage, objectOf(FILES)),
    ...reportsIn(storage, objectOf(REPORT)),
    clearUnfinished,
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
