import { backupName, backupsToRemove, isBackupDue, type StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import type { Env } from '#app/platform/env.server.ts';

import { type BackupParts, writeBackup } from './backup.server.ts';
import { openBackupStore } from './backup-store.server.ts';

export interface ShelvedParts extends BackupParts {
  env: Pick<Env, 'dataDir' | 's3'>;
}

/** Rotation: seven daily and four weekly backups stay. */
export async function storeBackup(parts: ShelvedParts): Promise<StoredBackup> {
  const backupStore = openBackupStore(parts);
  const madeAt = parts.clock.now();
  const name = backupName(madeAt);
  const size = await writeBackup(parts, backupStore.pathOf(name));
  await backupStore.store(name);
  for (const old of backupsToRemove(await backupStore.list())) await backupStore.remove(old.name);
  return { name, madeAt, size };
}

export async function backUpWhenDue(parts: ShelvedParts): Promise<void> {
  const newest = await newestBackup(parts);
  if (isBackupDue(newest?.madeAt ?? null, parts.clock.now())) await storeBackup(parts);
}

export async function newestBackup(parts: Pick<ShelvedParts, 'env' | 'storage'>): Promise<StoredBackup | null> {
  const stored = await openBackupStore(parts).list();
  return stored.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0] ?? null;
}
