const DAY_MS = 24 * 3_600_000;
const DUE_AT_MS = 3 * 3_600_000;
const DAILY = 7;
const WEEKLY = 4;

/** 1970 began on a Thursday; weeks here begin on Mondays. */
const MONDAY_OFFSET_DAYS = 3;

export interface StoredBackup {
  name: string;
  madeAt: Date;
  size: number;
}

export function backupName(madeAt: Date): string {
  return `comboi-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tgz`;
}

export function backupMadeAt(name: string): Date | null {
  const parts = /^comboi-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tgz$/.exec(name);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1);
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

export function isBackupDue(newest: Date | null, now: Date): boolean {
  const lastDue = Math.floor((now.getTime() - DUE_AT_MS) / DAY_MS) * DAY_MS + DUE_AT_MS;
  return newest === null || newest.getTime() < lastDue;
}

export function backupsToRemove(backups: readonly StoredBackup[]): StoredBackup[] {
  const newestFirst = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const retained = new Set([...newestOfEach(newestFirst, { period: dayOf, count: DAILY }), ...newestOfEach(newestFirst, { period: weekOf, count: WEEKLY })]);
  return newestFirst.filter((backup) => !retained.has(backup));
}

const LONGEST_STAY_DAYS = 60;

/** With one more each night from now on. */
export function retainedUntil(backups: readonly StoredBackup[], now: Date): { name: string; until: Date }[] {
  const until = new Map<string, Date>();
  let stored = [...backups];
  for (let day = 1; day <= LONGEST_STAY_DAYS; day += 1) {
    const night = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + day * DAY_MS + DUE_AT_MS);
    stored.push({ name: `night ${day}`, madeAt: night, size: 0 });
    const removed = new Set(backupsToRemove(stored));
    stored = stored.filter((one) => !removed.has(one));
    for (const { name } of removed) until.set(name, night);
  }
  return backups.toSorted((one, other) => one.madeAt.getTime() - other.madeAt.getTime()).map(({ name }) => ({ name, until: until.get(name) ?? new Date(now.getTime() + LONGEST_STAY_DAYS * DAY_MS) }));
}

function newestOfEach(newestFirst: readonly StoredBackup[], { period, count }: { period: (madeAt: Date) => number; count: number }): StoredBackup[] {
  const periods = Map.groupBy(newestFirst, ({ madeAt }) => period(madeAt));
  return [...periods.values()].slice(0, count).map(([newest]) => newest!);
}

function dayOf(madeAt: Date): number {
  return Math.floor(madeAt.getTime() / DAY_MS);
}

function weekOf(madeAt: Date): number {
  return Math.floor((dayOf(madeAt) + MONDAY_OFFSET_DAYS) / 7);
}
