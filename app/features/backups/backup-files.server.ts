import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';

import type { BackedUpFile } from './archive.server.ts';

const HOUR_MS = 3_600_000;

/** Uploaded files, each stored once for all backups that name it, under the hash of its content. */
export interface BackupFiles {
  /** Null where the storage no longer has it. */
  store(name: string, from: FileStorage): Promise<BackedUpFile | null>;
  isWhole(file: BackedUpFile): Promise<boolean>;
  read(file: BackedUpFile): Promise<Readable | null>;
  storedBytes(): Promise<number>;
  removeOthers(than: ReadonlySet<string>): Promise<void>;
  clearUnfinished(now: Date): Promise<void>;
}

export function openBackupFiles(storage: FileStorage, folder: string): BackupFiles {
  const objectOf = (sha256: string): string => `${folder}/${sha256}`;

  async function isWhole({ size, sha256 }: Pick<BackedUpFile, 'size' | 'sha256'>): Promise<boolean> {
    const found = await storage.stat(objectOf(sha256));
    if (found?.size !== size) return false;
    const body = await storage.read(objectOf(sha256));
    return body !== null && (await hashOf(body)) === sha256;
  }

  return {
    async store(name, from) {
      const found = await from.stat(name);
      const body = found && (await from.read(name));
      if (found === null || body === null) return null;
      const { size } = found;
      const sha256 = await hashOf(body);
      if (!(await isWhole({ size, sha256 }))) {
        const again = await from.read(name);
        if (again === null) return null;
        await storage.put({ name: objectOf(sha256), body: again, size, mediaType: 'application/octet-stream' });
        if (!(await isWhole({ size, sha256 }))) throw new Error(`the copy of ${name} is not what was read`);
      }
      return { name, size, sha256 };
    },
    isWhole,
    read: ({ sha256 }) => storage.read(objectOf(sha256)),
    async storedBytes() {
      let bytes = 0;
      for await (const { size } of storage.list(`${folder}/`)) bytes += size;
      return bytes;
    },
    async removeOthers(named) {
      const others: string[] = [];
      for await (const { name } of storage.list(`${folder}/`)) if (!named.has(name.slice(folder.length + 1))) others.push(name);
      for (const name of others) await storage.remove(name);
    },
    clearUnfinished: (now) => storage.forgetUnfinished(new Date(now.getTime() - HOUR_MS)),
  };
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}
