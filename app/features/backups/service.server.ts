import { backupName, backupsToRemove, isBackupDue, type KeptBackup } from '#app/domain/operations/backup-schedule.ts';
import type { Env } from '#app/platform/env.server.ts';

import { type BackupParts, writeBackup } from './backup.server.ts';
import { openShelf } from './shelf.server.ts';

export interface ShelvedParts extends BackupParts {
  env: Pick<Env, 'dataDir' | 's3'>;
}

/** Keeps a new one, and of the older ones those of seven days and four weeks. */
export async function keepBackup(parts: ShelvedParts): Promise<KeptBackup> {
  const shelf = openShelf(parts);
  const madeAt = parts.clock.now();
  const name = backupName(madeAt);
  const size = await writeBackup(parts, shelf.pathOf(name));
  await shelf.keep(name);
  for (const old of backupsToRemove(await shelf.list())) await shelf.remove(old.name);
  return { name, madeAt, size };
}

export async function keepBackupWhenDue(parts: ShelvedParts): Promise<void> {
  const newest = await newestBackup(parts);
  if (isBackupDue(newest?.madeAt ?? null, parts.clock.now())) await keepBackup(parts);
}

export async function newestBackup(parts: Pick<ShelvedParts, 'env' | 'storage'>): Promise<KeptBackup | null> {
  const kept = await openShelf(parts).list();
  return kept.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0] ?? null;
}
