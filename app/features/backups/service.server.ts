import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { backupName, backupsToRemove, isBackupDue, retainedUntil, type StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { Env } from '#app/platform/env.server.ts';
import { expectedBytes } from '#app/features/files/upkeep/service.server.ts';

import { verifyArchive } from './archive.server.ts';
import { type BackupParts, writeBackup, type WrittenBackup } from './backup.server.ts';
import { type BackupStore, openBackupStore } from './backup-store.server.ts';
import { assertRoom, type FreeBytes } from './room.server.ts';
import { type Restoration, selectLastRestoration, underBackupLock } from './store.server.ts';

export interface StoringParts extends BackupParts {
  env: Pick<Env, 'dataDir' | 's3'>;
  freeBytes?: FreeBytes;
}

export type FinishedBackup = StoredBackup & { missingFiles: number };

const FOLDER_OF_OWNER = 0o700;
/** As long as anybody may look for a sale of that evening. */
const RESTORATION_REPORTED_FOR_MS = 30 * 24 * 3_600_000;

/** What was sold by hand between the backup and its restoration is known by paper alone. */
export async function readRestoration({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Restoration | null> {
  return selectLastRestoration(db.query, { since: new Date(clock.now().getTime() - RESTORATION_REPORTED_FOR_MS) });
}

export async function lastRestoredAt(query: Query): Promise<Date | null> {
  return (await selectLastRestoration(query, { since: new Date(0) }))?.at ?? null;
}

/** Rotation: seven daily and four weekly backups stay; one that lacks files thins out none of those that may have them. */
export async function storeBackup(parts: StoringParts): Promise<FinishedBackup> {
  return underBackupLock(parts.db.directUrl, async () => {
    const backupStore = openBackupStore(parts);
    const madeAt = parts.clock.now();
    const name = backupName(madeAt);
    const path = backupStore.pathOf(name);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
    await backupStore.clearUnfinished(madeAt);
    const fileBytes = parts.env.s3 === null ? Math.max(0, (await expectedBytes(parts.db.query)) - (await backupStore.files.storedBytes())) : 0;
    await assertRoom({ path, query: parts.db.query, fileBytes, freeBytes: parts.freeBytes });
    const { bytes, missing } = await writeBackup(parts, path, backupStore.files);
    await backupStore.store(name);
    await backupStore.saveReport({ name, missingFiles: missing.length });
    if (missing.length === 0) await thinOut(backupStore);
    return { name, madeAt, size: bytes, missingFiles: missing.length };
  });
}

/** One file to carry away, with everything in it. */
export async function writeWholeBackup(parts: BackupParts & { freeBytes?: FreeBytes }, path: string): Promise<WrittenBackup> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER });
  await assertRoom({ path, query: parts.db.query, fileBytes: await expectedBytes(parts.db.query), freeBytes: parts.freeBytes });
  return writeBackup(parts, path);
}

async function thinOut(backupStore: BackupStore): Promise<void> {
  for (const old of backupsToRemove(await backupStore.list())) await backupStore.remove(old.name);
  const named = await namedBy(backupStore);
  if (named !== null) await backupStore.files.removeOthers(named);
}

/** Null where one of them can't be read: it may name any file. */
async function namedBy(backupStore: BackupStore): Promise<Set<string> | null> {
  const named = new Set<string>();
  for (const { name } of await backupStore.list()) {
    const body = await backupStore.read(name);
    const archive = body && (await verifyArchive(body).catch(() => null));
    if (archive === null) return null;
    for (const { sha256 } of archive.files) named.add(sha256);
  }
  return named;
}

export async function backUpWhenDue(parts: StoringParts): Promise<FinishedBackup | null> {
  const newest = await newestBackup(parts);
  return isBackupDue(newest?.madeAt ?? null, parts.clock.now()) ? storeBackup(parts) : null;
}

export async function newestBackup(parts: Pick<StoringParts, 'env' | 'storage'>): Promise<StoredBackup | null> {
  const stored = await openBackupStore(parts).list();
  return stored.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0] ?? null;
}

/** Of the newest backup. */
export async function readMissingFiles(parts: Pick<StoringParts, 'env' | 'storage'>): Promise<number> {
  return (await openBackupStore(parts).lastReport())?.missingFiles ?? 0;
}

/** Which stored backups were made before now, and until when they stay. */
export async function backupsThatStay(parts: Pick<StoringParts, 'env' | 'storage' | 'clock'>): Promise<{ name: string; until: Date }[]> {
  return retainedUntil(await openBackupStore(parts).list(), parts.clock.now());
}
