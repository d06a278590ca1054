import type { ReactNode } from 'react';
import { Form, Link, useSubmit } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { MAX_TICKETS_PER_ORDER } from '#app/domain/order/status.ts';
import type { BuyerCluster } from '#app/domain/report/buyer-clusters.ts';
import type { SalesPoint } from '#app/domain/report/sales-series.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field } from '#app/design/ui/forms/field.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-sales.ts';
import styles from './admin-sales.module.css';
import { SalesChart } from './sales-chart.tsx';
import type { SalesData } from './admin-sales.server.ts';

export { loader } from './admin-sales.server.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => pageMeta({ matches, title: loaderData ? `Vendes de ${loaderData.title}` : 'Vendes' });

export default function AdminSales({ loaderData: { eventId, title, maxTickets, series, others, beside, clusters } }: Route.ComponentProps): ReactNode {
  const last = series.at(-1);
  return (
    <AdminPage title={`Vendes de ${title}`} back={{ to: `/admin/tickets/${eventId}`, text: 'Comandes' }} lead={last === undefined ? undefined : `${last.ticketsSoFar === 1 ? '1 tiquet vàlid' : `${last.ticketsSoFar} tiquets vàlids`}, ${formatEuros(last.amountSoFar)}.`}>
      <BesidePicker others={others} besideId={beside?.id ?? 0} />
      {series.length === 0 ? (
        <EmptyState art={<HeadArt of="coins" />} title="Encara no s'ha venut res">
          Quan es venga el primer tiquet, ací es vorà dia a dia.
        </EmptyState>
      ) : (
        <>
          <section className={adminPage.sheet} aria-label="Gràfica de vendes">
            <SalesChart name={title} series={series} beside={beside && { name: beside.title, series: beside.series }} maxTickets={maxTickets} />
          </section>
          <details className={`${adminPage.sheet} ${adminPage.more}`}>
            <summary>La taula darrere de la gràfica</summary>
            <DaysTable series={series} />
          </details>
          <ClusterList clusters={clusters} />
        </>
      )}
    </AdminPage>
  );
}

function BesidePicker({ others, besideId }: { others: SalesData['others']; besideId: number }): ReactNode {
  const submit = useSubmit();
  return (
    <Form className={styles.picker}>
      <Field label="Al costat de">
        {(control) => (
          <select {...control} key={besideId} name="with" defaultValue={besideId} onChange={(change) => void submit(change.currentTarget.form)}>
            <option value={0}>Cap</option>
            {others.map(({ id, text, isOrigin }) => (
              <option key={id} value={id}>
                {isOrigin ? `${text}, d'on es va copiar` : text}
              </option>
            ))}
          </select>
        )}
      </Field>
      <noscript>
        <button type="submit">Comparar</button>
      </noscript>
    </Form>
  );
}

function DaysTable({ series }: { series: readonly SalesPoint[] }): ReactNode {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Tiquets</th>
            <th scope="col">Import</th>
            <th scope="col">Acumulat</th>
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map(({ day, tickets, amount, ticketsSoFar }) => (
            <tr key={day}>
              <th scope="row">{formatDate(day)}</th>
              <td>{tickets}</td>
              <td>{formatEuros(amount)}</td>
              <td>{ticketsSoFar}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClusterList({ clusters }: { clusters: readonly BuyerCluster[] }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.clusters}`} aria-labelledby="clusters">
      <h2 id="clusters">Qui en té més de {MAX_TICKETS_PER_ORDER}</h2>
      <p className={styles.note}>Les comandes d'un mateix compte, navegador o bústia compten juntes, encara que l'adreça canvie. Els tiquets de la taquilla i els que regales no hi són.</p>
      {clusters.length === 0 ? (
        <p>Ningú: cap comprador passa del que cap en una comanda.</p>
      ) : (
        <ul className={styles.list}>
          {clusters.map(({ emails, orders, tickets }) => (
            <li key={orders[0]?.orderId}>
              <p>
                <strong>{tickets} tiquets</strong> en {orders.length === 1 ? '1 comanda' : `${orders.length} comandes`}
              </p>
              <p className={ui.wraps}>{emails.length === 0 ? 'Adreça esborrada' : emails.join(', ')}</p>
              <ul className={styles.orders}>
                {orders.map(({ orderId, orderNumber }) => (
                  <li key={orderId}>
                    <Link to={`/admin/orders/${orderId}`} className={ui.touch}>{orderNumber}</Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
