import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import { shortNumber } from '#app/domain/ticket/short-number.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { groupText } from '../note-words.ts';
import type { Route } from './+types/kitchen-cards.ts';
import styles from './kitchen-cards.module.css';

export { loader } from './kitchen-cards.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Targetes de cuina' });

export default function KitchenCards({ loaderData: { eventId, head, notes } }: Route.ComponentProps): ReactNode {
  return (
    <AdminPage
      title="Targetes de cuina"
      lead={head}
      back={{ to: `/admin/kitchen/${eventId}`, text: 'Full de cuina' }}
      actions={
        notes.length === 0 ? undefined : (
          <Button type="button" onClick={() => window.print()}>
            Imprimir
          </Button>
        )
      }
    >
      {notes.length === 0 ? (
        <EmptyState art={<HeadArt of="plate" />} title="Cap observació">
          Quan algú escriga una al·lèrgia o una observació, ací n'hi haurà la targeta.
        </EmptyState>
      ) : (
        <ul className={styles.cards} aria-label="Targetes">
          {notes.map(({ ticketNumber, name, group, note, dishes }) => (
            <li key={ticketNumber} className={styles.card}>
              <p className={styles.name}>{name ?? 'Sense nom'}</p>
              <p className={styles.note}>{note}</p>
              <p>{dishes.join(' · ')}</p>
              <p className={styles.foot}>
                <span>{groupText(group)}</span>
                <span className={styles.number}>{shortNumber(ticketNumber)}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </AdminPage>
  );
}
