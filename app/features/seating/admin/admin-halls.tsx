import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Chip } from '#app/design/ui/chip.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-halls.ts';
import styles from './admin-seating.module.css';

export { hallsLoader as loader } from './admin-seating.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Taules' });

export default function AdminHalls({ loaderData: { halls } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage title="Taules" lead="Qui seu on: colles, sala i repartiment." back={{ to: '/admin', text: 'Panell' }}>
      {halls.length === 0 ? (
        <EmptyState art={<HeadArt of="chair" />} title="Cap acte no té taules" action={<ButtonLink to="/admin">Els actes</ButtonLink>}>
          S'activen en el formulari de cada acte, a «Colles i taules».
        </EmptyState>
      ) : (
        <ul className={ui.stack4} aria-label="Actes">
          {halls.map((hall) => (
            <li key={hall.id} className={styles.event}>
              <h2 className={ui.heading}>
                <Link to={`/admin/taules/${hall.id}`} className={styles.eventLink}>
                  {hall.image} {hall.title}
                </Link>
              </h2>
              <p className={ui.small}>
                {hall.when} · {hall.tables === 0 ? 'encara sense sala' : `${hall.tables} taules, ${hall.seats} cadires`}
              </p>
              {hall.published ? <Chip tone="teal">Publicades</Chip> : <Chip tone="saffron">Esborrany</Chip>}
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
