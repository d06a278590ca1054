import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { Database } from '#app/platform/adapters/db/database.server.ts';
import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { expectedObjects } from '#app/features/files/upkeep/service.server.ts';

import { type ArchiveWriter, writeArchive } from './archive.server.ts';
import { fillingOrder } from './filling-order.ts';
import { beginSnapshot, copyOut, inSnapshot, openClient, selectMigrations, selectReferences, selectSequences, selectTables } from './store.server.ts';

export interface BackupParts {
  db: Database;
  storage: FileStorage;
  clock: Clock;
}

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

/** Rows and files of one snapshot; the file gets its name only once complete. Resolves to its bytes. */
export async function writeBackup({ db, storage, clock }: BackupParts, path: string): Promise<number> {
  const unfinished = `${path}.part`;
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
  const client = await openClient(db.directUrl);
  try {
    const snapshot = await beginSnapshot(client);
    const objects = await inSnapshot(db.query, { snapshot, read: expectedObjects });
    const tables = fillingOrder(await selectTables(client), await selectReferences(client));
    const manifest = { format: 1 as const, madeAt: clock.now().toISOString(), migrations: await selectMigrations(client), tables, sequences: await selectSequences(client) };
    const { writer, written } = writeArchive(manifest, createWriteStream(unfinished, { mode: OWNER_ONLY, flush: true }));
    // The entry being written rejects with the same error and reports it.
    written.catch(() => {});
    for (const table of tables) await writer.rows(table.name, copyOut(client, table));
    await client.query('commit');
    for (const name of objects) await writeObject({ writer, storage, name });
    await writer.finish();
    await rename(unfinished, path);
    return (await stat(path)).size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** A file deleted during the backup is left out; the restore deletes its row as well. */
async function writeObject({ writer, storage, name }: { writer: ArchiveWriter; storage: FileStorage; name: string }): Promise<void> {
  const found = await storage.stat(name);
  const body: Readable | null = found && (await storage.read(name));
  if (found && body) await writer.object(name, { size: found.size, body });
}
