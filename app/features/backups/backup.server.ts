import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

import type { Clock } from '#app/platform/adapters/clock.server.ts';
import type { Database, Query } from '#app/platform/adapters/db/database.server.ts';
import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { expectedObjects } from '#app/features/files/upkeep/service.server.ts';

import { type ArchiveWriter, writeArchive } from './archive.server.ts';
import type { BackupFiles } from './backup-files.server.ts';
import { UNFINISHED } from './backup-store.server.ts';
import { tablesInRestoreOrder } from './restore-order.ts';
import { beginSnapshot, copyOut, inSnapshot, openClient, selectFunctionSets, selectMigrations, selectReferences, selectSequences, selectTables } from './store.server.ts';

export interface BackupParts {
  db: Database;
  storage: FileStorage;
  clock: Clock;
}

const OWNER_ONLY = 0o600;
const FOLDER_OF_OWNER = 0o700;

export interface WrittenBackup {
  bytes: number;
  /** Files that rows name and that are not in the storage, neither during the backup nor after it. */
  missing: string[];
}

/** Rows and files of one snapshot; the archive gets its name only once complete. Without `files` it holds them itself. */
export async function writeBackup(parts: BackupParts, path: string, files: BackupFiles | null = null): Promise<WrittenBackup> {
  const { db, clock } = parts;
  const unfinished = `${path}${UNFINISHED}`;
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
  const client = await openClient(db.directUrl);
  try {
    const snapshot = await beginSnapshot(client);
    const objects = await inSnapshot(db.query, { snapshot, read: expectedObjects });
    const tables = tablesInRestoreOrder(await selectTables(client), await selectReferences(client));
    const format = files === null ? (1 as const) : (2 as const);
    const manifest = { format, madeAt: clock.now().toISOString(), migrations: await selectMigrations(client), functionSets: await selectFunctionSets(client), tables, sequences: await selectSequences(client) };
    const { writer, written } = writeArchive(manifest, createWriteStream(unfinished, { mode: OWNER_ONLY, flush: true }));
    // The entry being written rejects with the same error and reports it.
    written.catch(() => {});
    for (const table of tables) await writer.rows(table.name, copyOut(client, table));
    await client.query('commit');
    const absent = await (files === null ? writeObjects(parts, { writer, objects }) : storeObjects(parts, { writer, objects, files }));
    await writer.finish();
    await rename(unfinished, path);
    return { bytes: (await stat(path)).size, missing: await stillExpected(db.query, absent) };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeObjects({ storage }: BackupParts, { writer, objects }: { writer: ArchiveWriter; objects: readonly string[] }): Promise<string[]> {
  const absent: string[] = [];
  for (const name of objects) {
    const found = await storage.stat(name);
    const body: Readable | null = found && (await storage.read(name));
    if (found && body) await writer.object(name, { size: found.size, body });
    else absent.push(name);
  }
  return absent;
}

async function storeObjects({ storage }: BackupParts, { writer, objects, files }: { writer: ArchiveWriter; objects: readonly string[]; files: BackupFiles }): Promise<string[]> {
  const stored = [];
  for (const name of objects) stored.push({ name, file: await files.store(name, storage) });
  await writer.fileList(stored.flatMap(({ file }) => file ?? []));
  return stored.filter(({ file }) => file === null).map(({ name }) => name);
}

/** A file that was deleted during the backup is left out, and the restore deletes its row as well. */
async function stillExpected(query: Query, absent: readonly string[]): Promise<string[]> {
  if (absent.length === 0) return [];
  const expected = new Set(await expectedObjects(query));
  return absent.filter((name) => expected.has(name));
}
