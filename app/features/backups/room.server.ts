import { dirname } from 'node:path';

import { sql } from 'kysely';

import { diskSpace } from '#app/platform/adapters/full-disk.server.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';

import { BackupRefusal } from './archive.server.ts';

const MB = 1_000_000;
/** What the database needs to go on meanwhile. */
const LEFT_FREE_BYTES = 64 * MB;
/** Text that is compressed; without its indexes. */
const ROWS_SHARE = 1 / 3;

export type FreeBytes = (folder: string) => Promise<number | null>;

const ofDisk: FreeBytes = async (folder) => (await diskSpace(folder))?.freeBytes ?? null;

/** Before a backup is begun: half of one helps nobody, and a full disk sells nothing. */
export async function assertRoom({ path, query, fileBytes, freeBytes = ofDisk }: { path: string; query: Query; fileBytes: number; freeBytes?: FreeBytes | undefined }): Promise<void> {
  const free = await freeBytes(dirname(path));
  if (free === null) return;
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(query);
  const needed = rows[0]!.bytes * ROWS_SHARE + fileBytes + LEFT_FREE_BYTES;
  if (free < needed) throw new BackupRefusal(`No backup was made: it needs about ${Math.ceil(needed / MB)} MB in ${dirname(path)}, where ${Math.floor(free / MB)} MB are free.`);
}
