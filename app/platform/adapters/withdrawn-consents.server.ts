import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { Env } from '../env.server.ts';
import type { FileStorage } from './storage/file-storage.server.ts';

/** Of a ticket's id, so that who reads the list learns nothing. */
export interface Withdrawal {
  hash: string;
  at: Date;
}

/** Beside the backups, which still hold what was consented to: a restore looks here. */
export interface WithdrawnConsents {
  add(withdrawals: readonly Withdrawal[]): Promise<void>;
  list(): Promise<Withdrawal[]>;
}

const FOLDER = 'backups';
const NAME = 'withdrawn-consents';
const OWNER_ONLY = 0o600;

export function openWithdrawnConsents({ env, storage }: { env: Pick<Env, 'dataDir' | 's3'>; storage: FileStorage }): WithdrawnConsents {
  return env.s3 === null ? inFolder(join(env.dataDir, FOLDER)) : inStorage(storage);
}

function inFolder(folder: string): WithdrawnConsents {
  return {
    async add(withdrawals) {
      if (withdrawals.length === 0) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(join(folder, NAME), 'a', OWNER_ONLY);
      try {
        await file.write(withdrawals.map(({ hash, at }) => `${hash} ${at.toISOString()}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async list() {
      const lines = await readFile(join(folder, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return lines.split('\n').flatMap(parsed);
    },
  };
}

function inStorage(storage: FileStorage): WithdrawnConsents {
  const prefix = `${FOLDER}/${NAME}/`;
  return {
    async add(withdrawals) {
      for (const { hash, at } of withdrawals) {
        const body = Buffer.from(at.toISOString());
        await storage.put({ name: `${prefix}${hash}`, body, size: body.byteLength, mediaType: 'text/plain' });
      }
    },
    async list() {
      const found: Withdrawal[] = [];
      for await (const { name } of storage.list(prefix)) {
        const body = await storage.read(name);
        if (body !== null) found.push(...parsed(`${name.slice(prefix.length)} ${await text(body)}`));
      }
      return found;
    },
  };
}

/** A line that a crash cut off says nothing. */
function parsed(line: string): Withdrawal[] {
  const [, hash, instant] = /^([0-9a-f]{64}) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(line) ?? [];
  return hash === undefined || instant === undefined ? [] : [{ hash, at: new Date(instant) }];
}
