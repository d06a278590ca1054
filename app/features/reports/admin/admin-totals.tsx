import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { type TotalsRow, totalOf } from '#app/domain/report/totals.ts';
import { formatDate } from '#app/domain/time/dates.ts';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import { formatEuros } from '#app/design/ui/format-money.ts';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import type { Route } from './+types/admin-totals.ts';
import styles from './admin-totals.module.css';
import { tenderText, roleText } from '#app/domain/report/tender-words.ts';

export { loader } from './admin-totals.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Totals' });

export default function AdminTotals({ loaderData: { period, eventId, events, byTender, byRole, byDay } }: Route.ComponentProps): ReactNode {
  const address = new URLSearchParams({ from: period.from, to: period.to, ...(eventId !== null && { eventId: String(eventId) }) });
  const event = events.find(({ id }) => id === eventId);
  return (
    <AdminPage
      title="Totals"
      lead={`${event === undefined ? 'Tots els actes' : event.title}, del ${formatDate(period.from)} al ${formatDate(period.to)}.`}
      actions={
        <>
          <ButtonLink tone="quiet" to={event === undefined ? '/admin/closing' : `/admin/events/closing/${event.id}`}>
            {event === undefined ? 'Tancament de la temporada' : "Tancament de l'acte"}
          </ButtonLink>
          <ButtonAnchor tone="quiet" href={`/api/admin/reports/totals.csv?${address}`}>
            CSV
          </ButtonAnchor>
          <Button tone="quiet" onClick={() => window.print()}>
            Imprimir
          </Button>
        </>
      }
    >
      <Form className={styles.filters}>
        <TextField key={period.from} label="Des del" type="date" name="from" defaultValue={period.from} />
        <TextField key={`to ${period.to}`} label="Fins al" type="date" name="to" defaultValue={period.to} />
        <Field label="Acte">
          {(control) => (
            <select {...control} key={eventId ?? ''} name="eventId" defaultValue={eventId ?? ''}>
              <option value="">Tots</option>
              {events.map(({ id, title, dateText }) => (
                <option key={id} value={id}>
                  {title} ({dateText})
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button type="submit">Calcular</Button>
      </Form>
      {byDay.length === 0 ? (
        <EmptyState art={<HeadArt of="coins" />} title="En estos dies no s'ha cobrat ni tornat res" />
      ) : (
        <div className={styles.tables}>
          <TotalsTable title="Per mitjà de pagament" first="Mitjà" rows={byTender} textOf={tenderText} />
          <TotalsTable title="Per categoria" first="Categoria" rows={byRole} textOf={roleText} />
          <TotalsTable title="Per dia" first="Dia" rows={byDay} textOf={formatDate} />
        </div>
      )}
    </AdminPage>
  );
}

function TotalsTable({ title, first, rows, textOf }: { title: string; first: string; rows: readonly TotalsRow[]; textOf: (key: string) => string }): ReactNode {
  const total = totalOf(rows);
  return (
    // Large text makes it scroll sideways, which keyboard users can only do when it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={`${adminPage.sheet} ${styles.sheet}`} aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col">Tiquets</th>
            <th scope="col">Cobrat</th>
            <th scope="col">Tornat</th>
            <th scope="col">Queda</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{textOf(row.key)}</th>
              <Sums row={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Sums row={total} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Sums({ row: { tickets, taken, refunded } }: { row: Omit<TotalsRow, 'key'> }): ReactNode {
  return (
    <>
      <td>{tickets}</td>
      <td>{formatEuros(taken)}</td>
      <td>{formatEuros(refunded)}</td>
      <td>{formatEuros(taken - refunded)}</td>
    </>
  );
}
