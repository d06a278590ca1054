import { statfs } from 'node:fs/promises';

import { type AlarmFacts, problemsOf, type Problem, type Health } from '#app/domain/operations/alarms.ts';
import type { StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import { jobTitles } from '#app/platform/adapters/jobs/job.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { newestBackup } from '#app/features/backups/service.server.ts';
import { readPausedNetworks } from '#app/features/checkout/abandoned/service.server.ts';
import { countGuessing } from '#app/features/door/code-guessing/service.server.ts';
import { bytesByBucket } from '#app/features/files/upkeep/service.server.ts';
import { type MailHealth, readMailHealth } from '#app/features/mail/admin-mails/service.server.ts';
import { type PaymentHealth, readPaymentHealth } from '#app/features/payments/service.server.ts';
import { countMessagesGivenUp } from '#app/features/programs/webhooks/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';

import packageJson from '../../../package.json' with { type: 'json' };
import { type Alarm, type DatabaseFacts, type JobRun, selectAlarms, selectDatabaseFacts, selectJobRuns } from './store.server.ts';

/** No object has this name: a storage that answers 'not found' is reachable. */
const PROBE = 'operations/probe';
const STORAGE_ANSWERS_WITHIN_MS = 5_000;

export interface HealthReport {
  mail: MailHealth;
  payments: PaymentHealth;
  pausedNetworks: Health['pausedNetworks'];
  guessers: number;
  messagesGivenUp: number;
  database: DatabaseFacts;
  jobs: JobRun[];
  disk: Health['disk'];
  storageAnswers: boolean;
  /** `unknown`: the backup storage does not answer. */
  newestBackup: StoredBackup | 'unknown' | null;
  backupsAreOurs: boolean;
}

export async function readHealth(deps: Deps): Promise<HealthReport> {
  const [mail, payments, pausedNetworks, messagesGivenUp, database, jobs, disk, storageAnswers, backup] = await Promise.all([
    readMailHealth(deps),
    readPaymentHealth(deps),
    readPausedNetworks(deps),
    countMessagesGivenUp(deps),
    selectDatabaseFacts(deps.db.query),
    selectJobRuns(deps.db.query),
    readDisk(deps),
    doesStorageAnswer(deps),
    newestBackup(deps).catch(() => 'unknown' as const),
  ]);
  return { mail, payments, pausedNetworks, guessers: countGuessing(deps), messagesGivenUp, database, jobs, disk, storageAnswers, newestBackup: backup, backupsAreOurs: deps.env.databaseUrl === null && !deps.env.demo };
}

export function problemsIn(condition: HealthReport, now: Date): Problem[] {
  const { mail, payments, pausedNetworks, guessers, messagesGivenUp, database, jobs, disk, storageAnswers, backupsAreOurs } = condition;
  return problemsOf({
    now,
    mail,
    payments: { ...payments, openCases: payments.cases.reduce((sum, { count }) => sum + count, 0) },
    pausedNetworks,
    guessers,
    messagesGivenUp,
    storageAnswers,
    disk,
    clockDriftMs: now.getTime() - database.now.getTime(),
    backups: backupsAreOurs && condition.newestBackup !== 'unknown' ? { newest: condition.newestBackup?.madeAt ?? null, ownedSince: database.bornAt } : null,
    jobs,
  });
}

export interface Status extends HealthReport {
  alarms: Alarm[];
  files: Awaited<ReturnType<typeof bytesByBucket>>;
  versions: { comboi: string; node: string };
  startedAt: Date;
}

export async function readStatus(deps: Deps, _admin: AdminId): Promise<Status> {
  const now = deps.clock.now();
  const [condition, alarms, files] = await Promise.all([readHealth(deps), selectAlarms(deps.db.query), bytesByBucket(deps)]);
  const startedAt = new Date(now.getTime() - Math.round(process.uptime() * 1000));
  return { ...condition, alarms, files, versions: { comboi: packageJson.version, node: process.versions.node }, startedAt };
}

export function titleOfJob({ state }: Pick<Deps, 'state'>, name: string): string {
  return state.get(jobTitles).get(name) ?? name;
}

export function withJobTitles(deps: Pick<Deps, 'state'>, facts: AlarmFacts): AlarmFacts {
  return facts['jobs'] === undefined ? facts : { ...facts, jobs: String(facts['jobs']).split(', ').map((name) => titleOfJob(deps, name)).join(', ') };
}

export async function countAlarms(deps: Deps): Promise<number> {
  return (await selectAlarms(deps.db.query)).length;
}

/** Of the disk that holds DATA_DIR, without the part reserved for root. */
async function readDisk({ env }: Pick<Deps, 'env'>): Promise<Health['disk']> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(env.dataDir);
    return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}

async function doesStorageAnswer({ storage }: Pick<Deps, 'storage'>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, STORAGE_ANSWERS_WITHIN_MS, false).unref());
  return Promise.race([
    storage.stat(PROBE).then(
      () => true,
      () => false,
    ),
    late,
  ]);
}
