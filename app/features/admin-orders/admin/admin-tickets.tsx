import type { ReactNode } from 'react';
import { Form, Link, useLocation, useSearchParams } from 'react-router';

import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { ROLES } from '#app/domain/people/roles.ts';
import { roleText, TENDER_ORDER, tenderText } from '#app/domain/report/tender-words.ts';
import { statusLabel } from '#app/domain/ticket/status-label.ts';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { Field, TextField } from '#app/design/ui/forms/field.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { EventHead } from '../service.server.ts';
import type { Route } from './+types/admin-tickets.ts';
import styles from './admin-tickets.module.css';
import { KitchenControl } from './kitchen-control.tsx';
import { OrderCard } from './order-card.tsx';
import type { TicketsData } from './admin-tickets.server.ts';

export { loader } from './admin-tickets.server.ts';

const TITLE = 'Gestión de Tickets';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: TITLE });

export default function AdminTickets({ loaderData: { event, stats, kitchen, orders, next, filter } }: Route.ComponentProps): ReactNode {
  const { pathname, search } = useLocation();
  const [address] = useSearchParams();
  const nextPage = new URLSearchParams(address);
  if (next !== null) nextPage.set('cursor', next);
  return (
    <AdminPage title={TITLE} back={{ to: '/admin', text: 'Panell' }} lead={event === null ? 'Les comandes de tots els esdeveniments.' : <EventLine event={event} />} actions={event === null ? undefined : <EventActions eventId={event.id} />}>
      <TicketStats stats={stats} />
      {kitchen === null ? null : <KitchenControl sheet={kitchen} />}
      <Filters filter={filter} />
      {orders.length === 0 ? (
        <EmptyState art={<HeadArt of="magnifier" />} title="No hi ha cap comanda així">
          Prova amb menys lletres o lleva algun filtre.
        </EmptyState>
      ) : (
        <ul className={ui.stack4} aria-label="Comandes">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} showEvent={event === null} from={`${pathname}${search}`} />
            </li>
          ))}
        </ul>
      )}
      {event === null ? null : <Exports eventId={event.id} />}
      <nav className={ui.cluster3} aria-label="Pàgines de comandes">
        {address.has('cursor') ? <Link to={withoutCursor(address)}>← Les més noves</Link> : null}
        {next === null ? null : <Link to={`?${nextPage}`}>Més antigues →</Link>}
      </nav>
    </AdminPage>
  );
}

const EXPORT_CHOICES = [
  { name: 'kind', label: 'Què', choices: [['orders', 'Comandes'], ['tickets', 'Tiquets, amb una columna per plat']] },
  { name: 'state', label: 'Quins', choices: [['all', 'Tots'], ['valid', 'Els que valen'], ['refunded', 'Els tornats']] },
  { name: 'role', label: 'Categoria', choices: [['', 'Totes'], ...ROLES.map((role) => [role, roleText(role)] as const)] },
  { name: 'means', label: 'Mitjà', choices: [['', 'Tots'], ...TENDER_ORDER.map((means) => [means, tenderText(means)] as const)] },
] as const;

/** Without notes, which may mention an illness. */
function Exports({ eventId }: { eventId: number }): ReactNode {
  const address = `/api/admin/events/${eventId}/export`;
  return (
    <section className={adminPage.sheet} aria-labelledby="exports-title">
      <h2 id="exports-title" className={ui.heading}>
        Emportar-se les dades
      </h2>
      <form method="get" action={`${address}.xlsx`} className={styles.exports}>
        {EXPORT_CHOICES.map(({ name, label, choices }) => (
          <Field key={name} label={label}>
            {(control) => (
              <select name={name} {...control}>
                {choices.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
        <Button type="submit" tone="quiet">
          Excel
        </Button>
        <Button type="submit" tone="quiet" formAction={`${address}.csv`}>
          CSV
        </Button>
      </form>
    </section>
  );
}

function EventActions({ eventId }: { eventId: number }): ReactNode {
  return (
    <>
      <ButtonLink tone="quiet" to={`/admin/sales/${eventId}`}>
        Gràfica de vendes
      </ButtonLink>
      <ButtonLink tone="quiet" to={`/admin/events/closing/${eventId}`}>
        Tancament
      </ButtonLink>
    </>
  );
}

function withoutCursor(address: URLSearchParams): string {
  const query = new URLSearchParams(address);
  query.delete('cursor');
  return `?${query}`;
}

function EventLine({ event }: { event: EventHead & { dateText: string } }): ReactNode {
  return (
    <>
      <span aria-hidden="true">{event.image}</span> <strong>{event.title}</strong> · {event.dateText}, {event.time}
      {event.location === null ? null : ` · ${event.location}`} · {event.sold}
      {event.maxTickets === null ? ' venuts' : ` de ${event.maxTickets} venuts`}
    </>
  );
}

const STATS = [
  { key: 'active', status: 'active' },
  { key: 'used', status: 'used' },
  { key: 'cancelled', status: 'cancelled' },
  { key: 'refunded', status: 'refunded' },
] as const;

function TicketStats({ stats }: { stats: TicketsData['stats'] }): ReactNode {
  return (
    <section aria-label="Estadístiques de tiquets">
      <dl className={styles.stats}>
        <div className={styles.stat}>
          <dt>Total</dt>
          <dd>{stats.total}</dd>
        </div>
        {STATS.map(({ key, status }) => (
          <div key={key} className={styles.stat}>
            <dt>{statusLabel(status).text}</dt>
            <dd>{stats[key]}</dd>
          </div>
        ))}
        <div className={styles.stat}>
          <dt>Ús</dt>
          <dd>{stats.usedPercent} %</dd>
        </div>
      </dl>
      <p className={ui.small}>En el total hi ha també els cancel·lats i els tornats. Venuts són els vàlids i els usats.</p>
    </section>
  );
}

function Filters({ filter }: { filter: TicketsData['filter'] }): ReactNode {
  return (
    <Form role="search" className={styles.filters}>
      <TextField key={filter.search} label="Correu, número o nom" type="search" name="q" defaultValue={filter.search} maxLength={254} placeholder="ORD-…" />
      <Field label="Estat">
        {(control) => (
          <select key={filter.status} name="status" defaultValue={filter.status} {...control}>
            <option value="all">Totes</option>
            <option value="paid">Pagades</option>
            <option value="pending_payment">Pendents de pagament</option>
          </select>
        )}
      </Field>
      <label className={adminPage.check}>
        <input type="checkbox" name="notes" value="1" defaultChecked={filter.onlyWithNotes} />
        Només amb notes
      </label>
      <label className={adminPage.check}>
        <input type="checkbox" name="unused" value="1" defaultChecked={filter.onlyUnused} />
        Només sense tiquets utilitzats
      </label>
      <Button type="submit" tone="quiet">
        Buscar
      </Button>
    </Form>
  );
}
