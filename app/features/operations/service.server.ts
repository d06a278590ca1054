import { type AlarmFacts, type MailProof, problemsOf, type Problem, type Health } from '#app/domain/operations/alarms.ts';
import type { StoredBackup } from '#app/domain/operations/backup-schedule.ts';
import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import { diskSpace, fullDisk } from '#app/platform/adapters/full-disk.server.ts';
import { jobTitles } from '#app/platform/adapters/jobs/job.server.ts';
import type { Forgotten } from '#app/platform/adapters/jobs/retention.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { newestBackup, readMissingFiles } from '#app/features/backups/service.server.ts';
import { readPausedNetworks } from '#app/features/checkout/abandoned/service.server.ts';
import { countGuessing } from '#app/features/door/code-guessing/service.server.ts';
import { bytesByBucket } from '#app/features/files/upkeep/service.server.ts';
import { type MailHealth, readMailHealth } from '#app/features/mail/admin-mails/service.server.ts';
import { type PaymentHealth, readPaymentHealth } from '#app/features/payments/service.server.ts';
import { countMessagesGivenUp } from '#app/features/programs/webhooks/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';

import packageJson from '../../../package.json' with { type: 'json' };
import { readSiteCertificate } from './site-certificate.server.ts';
import { type Alarm, type DatabaseFacts, type JobRun, selectAlarms, selectDatabaseFacts, selectJobRuns, selectLackingRights, wasAnyMailSent } from './store.server.ts';

/** No object has this name: a storage that answers 'not found' is reachable. */
const PROBE = 'operations/probe';
const STORAGE_ANSWERS_WITHIN_MS = 5_000;

const runsSince = stateKey<Date>('since when this process runs');

export const forgotten = stateKey<readonly Forgotten[]>('what is forgotten with time');

export function openRunsSince({ clock }: Pick<Deps, 'clock'>): OpenedState {
  return runsSince.opened(clock.now());
}

export interface HealthReport {
  runsSince: Date;
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
  missingFiles: number;
  backupsBy: 'us' | 'timer' | 'others';
  siteCertificate: Health['siteCertificate'];
  appleCertificateEndsAt: Date | null;
  providerDriftMs: number | null;
  mailProof: MailProof;
  lackingRights: Health['lackingRights'];
}

export async function readHealth(deps: Deps): Promise<HealthReport> {
  const [mail, payments, pausedNetworks, messagesGivenUp, database, jobs, disk, storageAnswers, backup, missingFiles, mailSent, lackingRights] = await Promise.all([
    readMailHealth(deps),
    readPaymentHealth(deps),
    readPausedNetworks(deps),
    countMessagesGivenUp(deps),
    selectDatabaseFacts(deps.db.query),
    selectJobRuns(deps.db.query),
    diskSpace(deps.env.dataDir),
    doesStorageAnswer(deps),
    newestBackup(deps).catch(() => 'unknown' as const),
    readMissingFiles(deps).catch(() => 0),
    wasAnyMailSent(deps.db.query),
    selectLackingRights(deps.db.query),
  ]);
  const { env } = deps;
  const aheadMs = deps.payments.clockAheadMs();
  return {
    runsSince: deps.state.get(runsSince),
    mail,
    payments,
    pausedNetworks,
    guessers: countGuessing(deps),
    messagesGivenUp,
    database,
    jobs,
    disk,
    storageAnswers,
    newestBackup: backup,
    missingFiles,
    backupsBy: env.demo || !env.backupAlarm ? 'others' : env.databaseUrl === null ? 'us' : 'timer',
    siteCertificate: readSiteCertificate(deps),
    appleCertificateEndsAt: deps.wallets.apple?.validTo ?? null,
    providerDriftMs: aheadMs === null ? null : -aheadMs,
    mailProof: env.demo || (env.smtpUrl !== null && mailSent) ? 'sent' : env.smtpUrl === null ? 'none' : 'never',
    lackingRights,
  };
}

export function problemsIn(health: HealthReport, now: Date): Problem[] {
  const { payments, database, newestBackup, missingFiles, backupsBy } = health;
  return problemsOf({
    ...health,
    now,
    payments: { ...payments, openCases: payments.cases.reduce((sum, { count }) => sum + count, 0) },
    clockDriftMs: now.getTime() - database.now.getTime(),
    backups: backupsBy !== 'others' && newestBackup !== 'unknown' ? { newest: newestBackup?.madeAt ?? null, ownedSince: database.bornAt, missingFiles } : null,
  });
}

export interface Status extends HealthReport {
  alarms: Alarm[];
  files: Awaited<ReturnType<typeof bytesByBucket>>;
  versions: { comboi: string; node: string };
}

export async function readStatus(deps: Deps, _admin: AdminId): Promise<Status> {
  const [health, alarms, files] = await Promise.all([readHealth(deps), presentAlarms(deps), bytesByBucket(deps)]);
  return { ...health, alarms, files, versions: { comboi: packageJson.version, node: process.versions.node } };
}

export function titleOfJob({ state }: Pick<Deps, 'state'>, name: string): string {
  return state.get(jobTitles).get(name) ?? name;
}

export function withJobTitles(deps: Pick<Deps, 'state'>, facts: AlarmFacts): AlarmFacts {
  return facts['jobs'] === undefined ? facts : { ...facts, jobs: String(facts['jobs']).split(', ').map((name) => titleOfJob(deps, name)).join(', ') };
}

export async function countAlarms(deps: Deps): Promise<number> {
  return (await presentAlarms(deps)).length;
}

/** That of a full disk is no row: it could not be written. */
export async function presentAlarms(deps: Pick<Deps, 'db' | 'state'>): Promise<Alarm[]> {
  return [...fullDiskAlarms(deps), ...(await selectAlarms(deps.db.query))];
}

export function fullDiskAlarms({ state }: Pick<Deps, 'state'>): Alarm[] {
  const since = state.get(fullDisk).since();
  return since === null ? [] : [{ kind: 'disk_full', facts: {}, since, toldAt: null }];
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
