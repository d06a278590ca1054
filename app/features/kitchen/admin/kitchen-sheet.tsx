import type { ReactNode } from 'react';

import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import type { SheetDish, SheetSection } from '#app/domain/kitchen.ts';
import { shortNumber } from '#app/domain/ticket/short-number.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonAnchor, ButtonLink } from '#app/design/ui/button.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';
import { useRefresh } from '#app/design/ui/hooks/use-refresh.ts';

import { groupText } from '../note-words.ts';
import type { SheetOfEvent } from '../service.server.ts';
import type { Route } from './+types/kitchen-sheet.ts';
import styles from './kitchen-sheet.module.css';

export { loader } from './kitchen-sheet.server.ts';

/** Tickets are sold and served meanwhile. */
const REFRESH_MS = 10_000;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Full de cuina' });

export default function KitchenSheetPage({ loaderData: { eventId, head, sections, notes, asOfText } }: Route.ComponentProps): ReactNode {
  useRefresh(REFRESH_MS);
  const most = Math.max(1, ...sections.flatMap(({ dishes }) => dishes.map(({ ordered }) => ordered)));
  return (
    <AdminPage
      title="Full de cuina"
      lead={head}
      back={{ to: `/admin/tickets/${eventId}`, text: 'Comandes' }}
      actions={
        <div className={`${ui.cluster3} ${ui.noPrint}`}>
          <Button type="button" onClick={() => window.print()}>
            Imprimir
          </Button>
          <ButtonAnchor tone="quiet" href={`/api/admin/events/${eventId}/kitchen.csv`}>
            Descarregar CSV
          </ButtonAnchor>
          <ButtonLink tone="quiet" to={`/admin/necessitats/${eventId}`}>
            Necessitats alimentàries
          </ButtonLink>
        </div>
      }
    >
      <p className={ui.small}>
        Comptat a les {asOfText}. <span className={ui.noPrint}>Es posa al dia sol.</span>
      </p>
      {sections.length === 0 ? (
        <EmptyState art={<HeadArt of="plate" />} title="Encara no s'ha demanat cap plat">
          Quan es venguen tiquets, ací es vorà què cal cuinar.
        </EmptyState>
      ) : (
        sections.map((section) => <Section key={section.name} section={section} most={most} />)
      )}
      {notes.length === 0 ? null : <Notes eventId={eventId} notes={notes} />}
    </AdminPage>
  );
}

function Section({ section, most }: { section: SheetSection; most: number }): ReactNode {
  const { name, dishes, ordered, served, left } = section;
  return (
    <section className={`${adminPage.sheet} ${styles.section}`} aria-label={name}>
      <table className={styles.table}>
        <caption className={styles.caption}>{name}</caption>
        <thead>
          <tr>
            <th scope="col">Plat</th>
            <th scope="col">Demanats</th>
            <th scope="col">Servits</th>
            <th scope="col">Queden</th>
          </tr>
        </thead>
        <tbody>
          {dishes.map((dish) => (
            <tr key={dish.name}>
              <th scope="row" className={styles.dish}>
                <EmojiLine emoji={dish.emoji}>{dish.name}</EmojiLine>
                <Bar dish={dish} most={most} />
              </th>
              <td>{dish.ordered}</td>
              <td>{dish.served}</td>
              <td className={styles.left}>{dish.left}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{ordered}</td>
            <td>{served}</td>
            <td>{left}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Decorative: the numbers beside it say the same. */
function Bar({ dish, most }: { dish: SheetDish; most: number }): ReactNode {
  return (
    <svg className={styles.bar} viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.ordered} width={dish.ordered} height="1" />
      <rect className={styles.served} width={dish.served} height="1" />
    </svg>
  );
}

function Notes({ eventId, notes }: { eventId: number; notes: SheetOfEvent['notes'] }): ReactNode {
  return (
    <section className={`${adminPage.sheet} ${styles.section}`} aria-labelledby="kitchen-notes">
      <div className={ui.bar4}>
        <h2 id="kitchen-notes" className={styles.caption}>
          Observacions i al·lèrgies ({notes.length})
        </h2>
        <div className={`${ui.cluster3} ${ui.noPrint}`}>
          <ButtonLink tone="quiet" to={`/admin/kitchen/${eventId}/cards`}>
            Targetes per a imprimir
          </ButtonLink>
        </div>
      </div>
      <ul className={styles.notes}>
        {notes.map(({ ticketNumber, name, group, note, dishes, isServed }) => (
          <li key={ticketNumber}>
            <strong>
              {name ?? 'Sense nom'} · {note}
            </strong>
            <span className={ui.small}>
              {dishes.join(', ')} · {shortNumber(ticketNumber)} · {groupText(group)}
              {isServed ? ' · servit' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
