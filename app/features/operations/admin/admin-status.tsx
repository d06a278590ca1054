import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import { isStuck, usedShare } from '#app/domain/operations/alarms.ts';
import { instantText } from '#app/domain/time/instant-text.ts';
import { Chip } from '#app/design/ui/chip.tsx';
import { ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { ALARM_WORDS } from '../alarm-words.ts';
import { JOB_WORDS } from '../job-words.ts';
import { readStatus, type Status } from '../service.server.ts';
import type { Route } from './+types/admin-status.ts';
import styles from './admin-status.module.css';
import { agoText, BUCKET_WORDS, millisecondsText, sizeText } from './status-words.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Estat' });

type Fact = readonly [name: string, value: string];

interface StatusData {
  readAt: string;
  alarms: { kind: string; title: string; what: string; todo: string; since: string; page: { to: string; text: string } | null }[];
  mail: Fact[];
  payments: Fact[];
  backups: Fact[];
  storage: Fact[];
  disk: { percent: number; free: string; used: string } | null;
  versions: Fact[];
  jobs: { name: string; title: string; ago: string; took: string; problem: string | null }[];
}

export async function loader(args: Route.LoaderArgs): Promise<StatusData> {
  const { deps, staff } = staffOf(args, 'admin');
  const now = deps.clock.now();
  const status = await readStatus(deps, staff);
  const ago = (moment: Date): string => agoText(Math.max(0, now.getTime() - moment.getTime()));
  const { disk } = status;
  return {
    readAt: instantText(now.toISOString()),
    alarms: status.alarms.map(({ kind, facts, since }) => {
      const { title, what, todo, page } = ALARM_WORDS[kind];
      return { kind, title, what: what(facts), todo, since: instantText(since.toISOString()), page: page ?? null };
    }),
    mail: mailFacts(status, ago),
    payments: paymentFacts(status, { ago, provider: deps.payments.name }),
    backups: backupFacts(status, ago),
    storage: storageFacts(status, deps.env.s3 === null ? 'Disc de la màquina' : 'S3'),
    disk: disk && { percent: Math.floor(usedShare(disk) * 100), free: sizeText(disk.freeBytes), used: sizeText(disk.usedBytes) },
    versions: [
      ['Comboi', status.versions.comboi],
      ['Esquema de dades', status.database.schema.replace(/\.sql$/, '')],
      ['PostgreSQL', status.database.version.split(' ')[0]!],
      ['Node', status.versions.node],
      ['En marxa des de', instantText(status.startedAt.toISOString())],
    ],
    jobs: status.jobs.map((job) => ({
      name: job.name,
      title: JOB_WORDS[job.name] ?? job.name,
      ago: ago(job.finishedAt),
      took: millisecondsText(job.tookMs),
      problem: job.failingSince !== null ? `Falla ${ago(job.failingSince).replace(/^fa/, 'des de fa')} (${job.error ?? ''})` : isStuck(job, now) ? 'No torna' : null,
    })),
  };
}

type Ago = (moment: Date) => string;

function mailFacts({ mail }: Status, ago: Ago): Fact[] {
  return [
    ['Esperen', String(mail.pending)],
    ['Ixen ara', String(mail.sending)],
    ['No han eixit', String(mail.failed)],
    ['El que més espera', mail.oldestWaitingSince === null ? 'Cap' : ago(mail.oldestWaitingSince)],
  ];
}

function paymentFacts({ payments }: Status, { ago, provider }: { ago: Ago; provider: string }): Fact[] {
  return [
    ['Per revisar', String(payments.cases.reduce((sum, { count }) => sum + count, 0))],
    ['Devolucions en curs', String(payments.refunds.due + payments.refunds.pending)],
    ['Devolucions fallides', String(payments.refunds.failed)],
    ['Passarel·la', provider === 'sandbox' ? 'De prova' : 'Stripe'],
    ['Última lectura', payments.readAt === null ? 'Encara cap' : ago(payments.readAt)],
    ["Avisos de pagament, l'última hora", String(payments.toldByWebhook)],
    ["Pagaments sense avís, l'última hora", String(payments.foundWithoutWebhook)],
  ];
}

function backupFacts({ newestBackup, backupsAreOurs }: Status, ago: Ago): Fact[] {
  const who: Fact = ['Qui les fa', backupsAreOurs ? 'Comboi, cada nit' : 'Qui porta el servidor'];
  if (newestBackup === 'unknown') return [['Última', 'No se sap: el magatzem no contesta'], who];
  if (newestBackup === null) return [['Última', 'Encara cap'], who];
  return [['Última', ago(newestBackup.madeAt)], ['Feta', instantText(newestBackup.madeAt.toISOString())], ['Ocupa', sizeText(newestBackup.size)], who];
}

function storageFacts({ files, database, storageAnswers }: Status, place: string): Fact[] {
  return [
    ['Base de dades', sizeText(database.bytes)],
    ["Lloc dels arxius", storageAnswers ? place : `${place}: no contesta`],
    ...files.map(({ bucket, files: amount, bytes }): Fact => [BUCKET_WORDS[bucket], `${amount} (${sizeText(bytes)})`]),
  ];
}

export default function AdminStatus({ loaderData }: Route.ComponentProps): ReactNode {
  const { readAt, alarms, mail, payments, backups, storage, disk, versions, jobs } = loaderData;
  return (
    <AdminPage
      title="Estat"
      lead={`Llegit: ${readAt}.`}
      actions={
        <ButtonAnchor tone="quiet" href="/admin/estat">
          Actualitzar
        </ButtonAnchor>
      }
    >
      <section className={styles.alarms} aria-label="Avisos">
        {alarms.length === 0 ? <Banner tone="success" title="Tot funciona" /> : alarms.map((alarm) => <AlarmBanner key={alarm.kind} alarm={alarm} />)}
      </section>
      <div className={styles.cards}>
        <Card title="Correus" facts={mail} more={<Link to="/admin/mails">Obrir Correus</Link>} />
        <Card title="Pagaments" facts={payments} more={<Link to="/admin/payments">Obrir Pagaments</Link>} />
        <Card title="Còpies de seguretat" facts={backups} />
        <Card title="Disc" facts={disk === null ? [['Disc', 'No se sap']] : [['Ple', `${disk.percent} %`], ['Ocupat', disk.used], ['Lliure', disk.free]]}>
          {disk === null ? null : <meter className={styles.meter} min={0} max={100} high={85} value={disk.percent} aria-label={`Disc ple al ${disk.percent} %`} />}
        </Card>
        <Card title="Dades i arxius" facts={storage} />
        <Card title="Versions" facts={versions} />
      </div>
      <Jobs jobs={jobs} />
    </AdminPage>
  );
}

function AlarmBanner({ alarm: { title, what, todo, since, page } }: { alarm: StatusData['alarms'][number] }): ReactNode {
  return (
    <Banner tone="warning" title={title}>
      <p>{what}</p>
      <p>{todo}</p>
      <p>Des de: {since}</p>
      {page === null ? null : <Link to={page.to}>{page.text}</Link>}
    </Banner>
  );
}

function Card({ title, facts, more, children }: { title: string; facts: readonly Fact[]; more?: ReactNode; children?: ReactNode }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.card}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {more}
    </section>
  );
}

function Jobs({ jobs }: Pick<StatusData, 'jobs'>): ReactNode {
  const failing = jobs.filter(({ problem }) => problem !== null).length;
  return (
    <section className={`${adminPage.sheet} ${styles.card}`} aria-label="Feines de fons">
      <h2>Feines de fons</h2>
      <p>{jobs.length === 0 ? "Encara no n'ha acabat cap." : failing === 0 ? `${jobs.length} feines, totes bé.` : `${failing} de ${jobs.length} necessiten que les mires.`}</p>
      <details className={adminPage.more} open={failing > 0}>
        <summary>Mostrar-les</summary>
        <ul className={styles.jobs}>
          {jobs.map(({ name, title, ago, took, problem }) => (
            <li key={name}>
              <span>{title}</span>
              <span className={adminPage.facts}>
                {ago} · {took}
              </span>
              {problem === null ? null : <Chip tone="red">{problem}</Chip>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
