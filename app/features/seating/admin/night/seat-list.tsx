import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import type { FormReply } from '#app/design/admin-kit/form/form-reply.ts';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { freeSeatsText } from '#app/domain/seating/table-text.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { NightSeating } from './service.server.ts';
import styles from './seat-list.module.css';

/** Whoever comes without a table: one tap for whom, one for where. */
export function SeatList({ seating, back, reply }: { seating: NightSeating; back: { to: string; text: string }; reply: FormReply | undefined }): ReactNode {
  const { event, standing, chosen, tables } = seating;
  return (
    <AdminPage title="Seure" lead={`${event.image} ${event.title}`} back={back} reply={reply} width="text">
      {chosen === null ? null : (
        <section className={styles.card} aria-labelledby="on">
          <h2 id="on" className={`${ui.heading} ${ui.wraps}`}>
            {chosen.groupName ?? `Comanda ${chosen.number}`}: {chosen.count === 1 ? '1 persona' : `${chosen.count} persones`}
          </h2>
          {tables.length === 0 ? (
            <p>En cap taula queden {chosen.count} cadires juntes. Parla amb qui porta les taules.</p>
          ) : (
            <Form method="post" className={styles.tables}>
              <input type="hidden" name="intent" value="seat" />
              <input type="hidden" name="order" value={chosen.orderId} />
              {tables.map((table) => (
                <Button key={table.id} type="submit" name="table" value={table.id} tone={table.toGroup === null ? 'quiet' : 'primary'}>
                  Taula {table.number}
                  {table.label === null ? '' : ` · ${table.label}`} · {freeSeatsText(table.free)}
                  {table.toGroup === null ? '' : table.toGroup === 'with' ? ' · amb la colla' : ' · al costat de la colla'}
                </Button>
              ))}
            </Form>
          )}
        </section>
      )}
      {standing.length === 0 ? (
        <EmptyState art={<HeadArt of="chair" />} title="Tot el món té taula">
          Quan es venga un tiquet més, el trobaràs ací.
        </EmptyState>
      ) : (
        <ul className={ui.stack2} aria-label="Sense taula">
          {standing.map((order) => (
            <li key={order.orderId} className={styles.line}>
              <span className={ui.wraps}>
                Comanda <b>{order.number}</b>
                {order.groupName === null ? '' : ` · ${order.groupName}`} · {order.count === 1 ? '1 persona' : `${order.count} persones`}
              </span>
              <Link to={`?tiquet=${encodeURIComponent(order.ticketNumbers[0] ?? '')}`} className={styles.choose} aria-label={`Seure la comanda ${order.number}`}>
                Seure
              </Link>
            </li>
          ))}
        </ul>
      )}
      {chosen === null ? <FreeSeats tables={tables} /> : null}
    </AdminPage>
  );
}

function FreeSeats({ tables }: Pick<NightSeating, 'tables'>): ReactNode {
  const free = tables.reduce((sum, table) => sum + table.free, 0);
  return (
    <section className={styles.card} aria-labelledby="lliures">
      <h2 id="lliures" className={ui.heading}>
        {free === 0 ? 'No queda cap cadira' : free === 1 ? 'Queda 1 cadira' : `Queden ${free} cadires`}
      </h2>
      {free === 0 ? null : (
        <ul className={styles.tables}>
          {tables
            .toSorted((a, b) => a.number - b.number)
            .map((table) => (
              <li key={table.id} className={ui.facts}>
                Taula {table.number}
                {table.label === null ? '' : ` · ${table.label}`}: <b>{table.free}</b>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
