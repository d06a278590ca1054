import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { formatDate } from '#app/domain/time/dates.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import { gapsText } from '../shift-words.ts';
import type { Route } from './+types/admin-shift-events.ts';
import styles from './admin-shifts.module.css';

export { eventsLoader as loader } from './admin-shifts.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Torns' });

export default function AdminShiftEvents({ loaderData: { events } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Torns" lead="Qui fa la barra, la porta, la cuina i la taquilla de cada acte." back={{ to: '/admin', text: 'Panell' }}>
      {events.length === 0 ? (
        <EmptyState art={<HeadArt of="apron" />} title="No hi ha cap acte pròxim">
          Quan n'hi haja un, ací podràs fer-ne els torns.
        </EmptyState>
      ) : (
        <ul className={ui.stack4} aria-label="Actes">
          {events.map(({ id, title, date, time, shifts, gaps, requests }) => (
            <li key={id} className={styles.event}>
              <h2 className={`${ui.heading} ${ui.wraps}`}>
                <Link to={`/admin/torns/${id}`} className={ui.touch}>
                  {title}
                </Link>
              </h2>
              <p className={ui.small}>
                {formatDate(date)} · {time} · {shifts === 0 ? 'encara sense torns' : shifts === 1 ? '1 torn' : `${shifts} torns`}
              </p>
              <p className={ui.row2}>
                {shifts === 0 ? null : <Chip tone={gaps === 0 ? 'teal' : 'saffron'}>{gapsText(gaps)}</Chip>}
                {requests === 0 ? null : <Chip tone="red">{requests === 1 ? '1 per acceptar' : `${requests} per acceptar`}</Chip>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
