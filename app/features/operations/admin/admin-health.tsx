import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { ButtonAnchor } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-health.ts';
import styles from './admin-health.module.css';
import type { HealthFact, HealthData } from './admin-health.server.ts';

export { loader } from './admin-health.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Estat' });

export default function AdminHealth({ loaderData }: Route.ComponentProps): ReactNode {
  const { readAt, lacking, alarms, mail, payments, backups, certificates, storage, disk, versions, jobs, forgotten } = loaderData;
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
      <section className={ui.stack3} aria-label="Avisos">
        {lacking.length === 0 ? null : (
          <Banner tone="warning" title="Falta per a començar">
            <ul>
              {lacking.map(({ title, todo, to }) => (
                <li key={title}>
                  <Link to={to}>{title}</Link>: {todo}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {alarms.length === 0 && lacking.length === 0 ? <Banner tone="success" title="Tot funciona" /> : alarms.map((alarm) => <AlarmBanner key={alarm.kind} alarm={alarm} />)}
      </section>
      <div className={styles.cards}>
        <Card title="Correus" facts={mail} more={<Link to="/admin/mails">Obrir Correus</Link>} />
        <Card title="Pagaments" facts={payments} more={<Link to="/admin/payments">Obrir Pagaments</Link>} />
        <Card title="Còpies de seguretat" facts={backups} />
        <Card title="Disc" facts={disk === null ? [['Disc', 'No se sap']] : [['Ple', `${disk.percent} %`], ['Ocupat', disk.used], ['Lliure', disk.free]]}>
          {disk === null ? null : <meter className={styles.meter} min={0} max={100} high={85} value={disk.percent} aria-label={`Disc ple al ${disk.percent} %`} />}
        </Card>
        <Card title="Certificats" facts={certificates} />
        <Card title="Dades i arxius" facts={storage} />
        <Card title="Versions" facts={versions} />
      </div>
      <Jobs jobs={jobs} />
      <Forgotten forgotten={forgotten} />
    </AdminPage>
  );
}

function AlarmBanner({ alarm: { title, what, todo, since, page } }: { alarm: HealthData['alarms'][number] }): ReactNode {
  return (
    <Banner tone="warning" title={title}>
      <p>{what}</p>
      <p>{todo}</p>
      <p>Des de: {since}</p>
      {page === null ? null : <Link to={page.to}>{page.text}</Link>}
    </Banner>
  );
}

function Card({ title, facts, more, children }: { title: string; facts: readonly HealthFact[]; more?: ReactNode; children?: ReactNode }): ReactNode {
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

function Jobs({ jobs }: Pick<HealthData, 'jobs'>): ReactNode {
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
              <span className={ui.facts}>
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

function Forgotten({ forgotten }: Pick<HealthData, 'forgotten'>): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.card}`} aria-label="Què s'oblida">
      <h2>Què s'oblida</h2>
      <p>Es fa tot sol, cada hora.</p>
      <details className={adminPage.more}>
        <summary>Mostrar-ho</summary>
        <ul className={styles.jobs}>
          {forgotten.map(({ title, when }) => (
            <li key={title}>
              <span>{title}</span>
              <span className={ui.facts}>{when}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
