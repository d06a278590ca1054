export const ALARM_KINDS = [
  'mail_waiting',
  'mail_stopped',
  'webhooks_silent',
  'provider_silent',
  'payment_cases',
  'orders_given_up',
  'codes_guessed',
  'webhooks_given_up',
  'storage_silent',
  'disk',
  'clock_drift',
  'backup_old',
  'backup_lacks_files',
  'certificate_ends',
  'certificate_last_days',
  'apple_certificate_ends',
  'apple_certificate_last_days',
  'mail_untried',
  'rights_lacking',
  'disk_full',
  'jobs_stuck',
] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

export interface Health {
  now: Date;
  /** Since when this process runs: what nobody did before was off, not stuck. */
  runsSince: Date;
  mail: { oldestWaitingSince: Date | null; stopped: number };
  payments: { openCases: number; readAt: Date | null; reportedByWebhook: number; foundWithoutWebhook: number };
  pausedNetworks: { networks: number; orders: number };
  guessers: number;
  messagesGivenUp: number;
  storageAnswers: boolean;
  disk: { usedBytes: number; freeBytes: number } | null;
  clockDriftMs: number;
  /** Against the payment provider's, where it has said its own. */
  providerDriftMs: number | null;
  /** Null where others take them. */
  backups: { newest: Date | null; ownedSince: Date; missingFiles: number } | null;
  /** As visitors are shown it; null where it can't be read, or none is needed. */
  siteCertificate: { validFrom: Date; validTo: Date } | null;
  appleCertificateEndsAt: Date | null;
  mailProof: MailProof;
  lackingRights: { tables: number; example: string } | null;
  jobs: readonly { name: string; everyMs: number; finishedAt: Date | null; failingSince: Date | null }[];
}

/** `none`: there is no mail server to try. */
export type MailProof = 'sent' | 'never' | 'none';

export type AlarmFacts = Readonly<Record<string, number | string>>;

export interface Problem {
  kind: AlarmKind;
  facts: AlarmFacts;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const ALARM_LIMITS = {
  mailWaitsMs: 15 * MINUTE_MS,
  providerSilentMs: 5 * MINUTE_MS,
  /** Payments within an hour that no webhook told of, while none told of any. */
  paymentsWithoutWebhook: 2,
  diskUsedShare: 0.85,
  clockDriftMs: 30_000,
  /** A night may be missed, two may not. */
  backupAgeMs: 36 * HOUR_MS,
  certificateEndsMs: 30 * DAY_MS,
  certificateLastDaysMs: 7 * DAY_MS,
  /** Short-lived certificates are renewed by themselves at a third of their life. */
  certificateEndsShare: 1 / 4,
  certificateLastDaysShare: 1 / 12,
  jobFailsMs: 10 * MINUTE_MS,
  jobLateMs: 15 * MINUTE_MS,
} as const;

const PERCENT = 100;

export function problemsOf(health: Health): Problem[] {
  const { mail, payments, disk, clockDriftMs, backups, storageAnswers } = health;
  const since = (moment: Date): number => health.now.getTime() - moment.getTime();
  const minutes = (ms: number): number => Math.round(ms / MINUTE_MS);
  const found: Problem[] = [];
  const report = (kind: AlarmKind, facts: AlarmFacts = {}): unknown => found.push({ kind, facts });

  if (mail.oldestWaitingSince !== null && since(mail.oldestWaitingSince) > ALARM_LIMITS.mailWaitsMs) report('mail_waiting', { minutes: minutes(since(mail.oldestWaitingSince)) });
  if (mail.stopped > 0) report('mail_stopped', { mails: mail.stopped });
  if (payments.reportedByWebhook === 0 && payments.foundWithoutWebhook >= ALARM_LIMITS.paymentsWithoutWebhook) report('webhooks_silent', { payments: payments.foundWithoutWebhook });
  if (payments.readAt !== null && since(laterOf(payments.readAt, health.runsSince)) > ALARM_LIMITS.providerSilentMs) report('provider_silent', { minutes: minutes(since(payments.readAt)) });
  if (payments.openCases > 0) report('payment_cases', { cases: payments.openCases });
  if (health.pausedNetworks.networks > 0) report('orders_given_up', health.pausedNetworks);
  if (health.guessers > 0) report('codes_guessed', { scanners: health.guessers });
  if (health.messagesGivenUp > 0) report('webhooks_given_up', { messages: health.messagesGivenUp });
  if (!storageAnswers) report('storage_silent');
  if (disk !== null && usedShare(disk) > ALARM_LIMITS.diskUsedShare) report('disk', { percent: Math.floor(usedShare(disk) * PERCENT), freeBytes: disk.freeBytes });
  if (Math.abs(clockDriftMs) > ALARM_LIMITS.clockDriftMs) report('clock_drift', { seconds: Math.round(clockDriftMs / 1000), against: 'database' });
  else if (Math.abs(health.providerDriftMs ?? 0) > ALARM_LIMITS.clockDriftMs) report('clock_drift', { seconds: Math.round((health.providerDriftMs ?? 0) / 1000), against: 'provider' });
  if (backups !== null && since(backups.newest ?? backups.ownedSince) > ALARM_LIMITS.backupAgeMs) report('backup_old', backups.newest === null ? {} : { hours: Math.round(since(backups.newest) / HOUR_MS) });
  if (backups !== null && backups.missingFiles > 0) report('backup_lacks_files', { files: backups.missingFiles });
  if (health.siteCertificate !== null) reportCertificate(health.siteCertificate, { ends: 'certificate_ends', lastDays: 'certificate_last_days' });
  if (health.appleCertificateEndsAt !== null) reportCertificate({ validTo: health.appleCertificateEndsAt }, { ends: 'apple_certificate_ends', lastDays: 'apple_certificate_last_days' });
  if (health.mailProof !== 'sent') report('mail_untried', { server: health.mailProof === 'never' ? 1 : 0 });
  if (health.lackingRights !== null) report('rights_lacking', health.lackingRights);
  const stuck = health.jobs.filter((job) => isStuck(job, health));
  if (stuck.length > 0) report('jobs_stuck', { jobs: stuck.map(({ name }) => name).join(', ') });
  return found;

  /** The second one begins beside the first, which goes on. */
  function reportCertificate({ validFrom, validTo }: { validFrom?: Date; validTo: Date }, kinds: { ends: AlarmKind; lastDays: AlarmKind }): void {
    const leftMs = -since(validTo);
    const lifeMs = validFrom === undefined ? Number.POSITIVE_INFINITY : validTo.getTime() - validFrom.getTime();
    const facts = { days: Math.max(0, Math.floor(leftMs / DAY_MS)), ends: validTo.toISOString() };
    if (leftMs < Math.min(ALARM_LIMITS.certificateEndsMs, lifeMs * ALARM_LIMITS.certificateEndsShare)) report(kinds.ends, facts);
    if (leftMs < Math.min(ALARM_LIMITS.certificateLastDaysMs, lifeMs * ALARM_LIMITS.certificateLastDaysShare)) report(kinds.lastDays, facts);
  }
}

export function usedShare({ usedBytes, freeBytes }: { usedBytes: number; freeBytes: number }): number {
  return usedBytes + freeBytes === 0 ? 0 : usedBytes / (usedBytes + freeBytes);
}

/** One that never ran has just been born with this version. */
export function isStuck({ everyMs, finishedAt, failingSince }: Health['jobs'][number], { now, runsSince }: Pick<Health, 'now' | 'runsSince'>): boolean {
  if (failingSince !== null && now.getTime() - failingSince.getTime() > ALARM_LIMITS.jobFailsMs) return true;
  return finishedAt !== null && now.getTime() - laterOf(finishedAt, runsSince).getTime() > everyMs + ALARM_LIMITS.jobLateMs;
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other;
}
