import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { isStuck, usedShare } from '#app/domain/operations/alarms.ts';
import { dayText, instantText } from '#app/domain/time/instant-text.ts';
import { readRestoration } from '#app/features/backups/service.server.ts';
import { readFirstRun } from '#app/features/first-run/service.server.ts';
import { ageText } from '#app/platform/adapters/jobs/retention.server.ts';

import { ALARM_WORDS } from '../alarm-words.ts';
import { forgotten, readStatus, type Status, titleOfJob, withJobTitles } from '../service.server.ts';
import { agoText, BUCKET_WORDS, millisecondsText, sizeText } from './health-words.ts';

export type HealthFact = readonly [name: string, value: string];

export interface HealthData {
  readAt: string;
  /** Of a new installation. */
  lacking: { title: string; todo: string; to: string }[];
  alarms: { kind: string; title: string; what: string; todo: string; since: string; page: { to: string; text: string } | null }[];
  mail: HealthFact[];
  payments: HealthFact[];
  backups: HealthFact[];
  certificates: HealthFact[];
  storage: HealthFact[];
  disk: { percent: number; free: string; used: string } | null;
  versions: HealthFact[];
  jobs: { name: string; title: string; ago: string; took: string; problem: string | null }[];
  forgotten: { title: string; when: string }[];
}

export const loader = adminLoader('admin', async ({ deps, staff }): Promise<HealthData> => {
  const now = deps.clock.now();
  const status = await readStatus(deps, staff);
  const ago = (moment: Date): string => agoText(Math.max(0, now.getTime() - moment.getTime()));
  const restored = await readRestoration(deps);
  const { disk } = status;
  return {
    readAt: instantText(now.toISOString()),
    lacking: (await readFirstRun(deps, staff)).filter(({ isDone }) => !isDone),
    alarms: status.alarms.map(({ kind, facts, since }) => {
      const { title, what, todo, page } = ALARM_WORDS[kind];
      return { kind, title, what: what(withJobTitles(deps, facts)), todo, since: instantText(since.toISOString()), page: page ?? null };
    }),
    mail: mailFacts(status, ago),
    payments: paymentFacts(status, { ago, provider: deps.payments.name }),
    backups: [...backupFacts(status, ago), ...(restored === null ? [] : [['Recuperada', instantText(restored.at.toISOString())] as const, ['Era la còpia del', instantText(restored.madeAt.toISOString())] as const])],
    certificates: certificateFacts(status, now),
    storage: storageFacts(status, deps.env.s3 === null ? 'Disc de la màquina' : 'S3'),
    disk: disk && { percent: Math.floor(usedShare(disk) * 100), free: sizeText(disk.freeBytes), used: sizeText(disk.usedBytes) },
    versions: [
      ['Comboi', status.versions.comboi],
      ['Esquema de dades', status.database.schema.replace(/\.sql$/, '')],
      ['PostgreSQL', status.database.version.replace(/ .*/, '')],
      ['Node', status.versions.node],
      ['En marxa des de', instantText(status.runsSince.toISOString())],
    ],
    jobs: status.jobs.map((job) => ({
      name: job.name,
      title: titleOfJob(deps, job.name),
      ago: ago(job.finishedAt),
      took: millisecondsText(job.tookMs),
      problem: job.failingSince !== null ? `Falla ${ago(job.failingSince).replace(/^fa/, 'des de fa')} (${job.error ?? ''})` : isStuck(job, { now, runsSince: status.runsSince }) ? 'No torna' : null,
    })),
    forgotten: deps.state.get(forgotten).map(({ title, after }) => ({ title, when: ageText(after) })),
  };
});

type Ago = (moment: Date) => string;

const MAIL_PROOFS: Record<Status['mailProof'], string> = { sent: 'Sí', never: 'Encara no', none: 'Sense servidor de correu' };

function mailFacts({ mail, mailProof }: Status, ago: Ago): HealthFact[] {
  return [
    ['Esperen', String(mail.pending)],
    ['Ixen ara', String(mail.sending)],
    ['No han eixit', String(mail.failed)],
    ['Provat', MAIL_PROOFS[mailProof]],
    ['El que més espera', mail.oldestWaitingSince === null ? 'Cap' : ago(mail.oldestWaitingSince)],
  ];
}

function paymentFacts({ payments }: Status, { ago, provider }: { ago: Ago; provider: string }): HealthFact[] {
  return [
    ['Per revisar', String(payments.cases.reduce((sum, { count }) => sum + count, 0))],
    ['Devolucions en curs', String(payments.refunds.due + payments.refunds.pending)],
    ['Devolucions fallides', String(payments.refunds.failed)],
    ['Passarel·la', provider === 'sandbox' ? 'De prova' : 'Stripe'],
    ['Última lectura', payments.readAt === null ? 'Encara cap' : ago(payments.readAt)],
    ["Avisos de pagament, l'última hora", String(payments.reportedByWebhook)],
    ["Pagaments sense avís, l'última hora", String(payments.foundWithoutWebhook)],
  ];
}

const BACKUP_MAKERS: Record<Status['backupsBy'], string> = { us: 'Comboi, cada nit', timer: '«npm run backup», cada nit', others: 'Qui porta el servidor' };

function backupFacts({ newestBackup, missingFiles, backupsBy }: Status, ago: Ago): HealthFact[] {
  const who: HealthFact = ['Qui les fa', BACKUP_MAKERS[backupsBy]];
  if (newestBackup === 'unknown') return [['Última', 'No se sap: el magatzem no contesta'], who];
  if (newestBackup === null) return [['Última', 'Encara cap'], who];
  return [['Última', ago(newestBackup.madeAt)], ['Feta', instantText(newestBackup.madeAt.toISOString())], ['Ocupa', sizeText(newestBackup.size)], ['Arxius que hi falten', String(missingFiles)], who];
}

function storageFacts({ files, database, storageAnswers }: Status, place: string): HealthFact[] {
  return [
    ['Base de dades', sizeText(database.bytes)],
    ["Lloc dels arxius", storageAnswers ? place : `${place}: no contesta`],
    ...files.map(({ bucket, files: amount, bytes }): HealthFact => [BUCKET_WORDS[bucket], `${amount} (${sizeText(bytes)})`]),
  ];
}

function certificateFacts({ siteCertificate, appleCertificateEndsAt }: Status, now: Date): HealthFact[] {
  const until = (end: Date): string => `${dayText(end.toISOString())}${end < now ? ' (caducat)' : ''}`;
  return [
    ['De la web, fins al', siteCertificate === null ? 'No se sap' : until(siteCertificate.validTo)],
    ...(appleCertificateEndsAt === null ? [] : [["D'Apple Wallet, fins al", until(appleCertificateEndsAt)] as const]),
  ];
}
