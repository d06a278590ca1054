import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Ids } from '../ids.server.ts';

import { assertObjectName, objectBody, type FileStorage, type StoredObject } from './file-storage.server.ts';

const INCOMING = '.incoming';
const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

export function createLocalStorage({ folder, ids }: { folder: string; ids: Pick<Ids, 'uuid'> }): FileStorage {
  const incoming = join(folder, INCOMING);
  const pathOf = (name: string): string => {
    assertObjectName(name);
    return join(folder, name);
  };

  return {
    async put(object) {
      const path = pathOf(object.name);
      await mkdir(incoming, { recursive: true, mode: FOLDER_OF_OWNER });
      await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
      const temporary = join(incoming, ids.uuid());
      try {
        await pipeline(objectBody(object), createWriteStream(temporary, { mode: OWNER_ONLY, flush: true }));
        await rename(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async read(name, range) {
      const path = pathOf(name);
      // A stream would report a missing file only once it is read.
      const file = await unlessMissing(open(path));
      return file && createReadStream(path, { ...range, fd: file });
    },

    async stat(name) {
      const found = await unlessMissing(stat(pathOf(name)));
      return found && { name, size: found.size, modifiedAt: found.mtime };
    },

    remove: (name) => rm(pathOf(name), { force: true }),

    async *list(prefix) {
      for await (const object of filesUnder(folder)) {
        if (object.name.startsWith(prefix)) yield object;
      }
    },

    async forgetUnfinished(before) {
      for await (const { name, modifiedAt } of filesUnder(incoming)) {
        if (modifiedAt < before) await rm(join(incoming, name), { force: true });
      }
    },
  };
}

/** A rename is durable once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* filesUnder(folder: string): AsyncIterable<StoredObject> {
  const entries = await unlessMissing(opendir(folder, { recursive: true }));
  if (entries === null) return;
  for await (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile() || name.startsWith('.')) continue;
    const found = await unlessMissing(stat(path));
    if (found) yield { name, size: found.size, modifiedAt: found.mtime };
  }
}

async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
    throw error;
  }
}
