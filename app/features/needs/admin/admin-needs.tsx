import type { ReactNode } from 'react';

import { FoodIcon } from '#app/design/food/food-icon.tsx';
import { AdminPage } from '#app/design/admin-kit/page/admin-page.tsx';
import type { DishNeeds } from '#app/domain/food/needs-sheet.ts';
import { HeadArt } from '#app/design/site-identity/head-art.tsx';
import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import { EmojiLine } from '#app/design/ui/emoji-line.tsx';
import { EmptyState } from '#app/design/ui/feedback/empty-state.tsx';
import adminPage from '#app/design/ui/layout/admin-page.module.css';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import type { Route } from './+types/admin-needs.ts';
import type { AdminNeedsData } from './admin-needs.server.ts';
import styles from './admin-needs.module.css';
import { PlateCards } from './plate-cards.tsx';

export { loader } from './admin-needs.server.ts';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ matches, title: 'Necessitats alimentàries' });

export default function AdminNeeds({ loaderData }: Route.ComponentProps): ReactNode {
  const { eventId, head, asOfText, people, dishes, cards, asksNeeds } = loaderData;
  return (
    <AdminPage
      title="Necessitats alimentàries"
      lead={head}
      back={{ to: `/admin/kitchen/${eventId}`, text: 'Full de cuina' }}
      actions={
        cards.length === 0 ? undefined : (
          <Button type="button" onClick={() => window.print()}>
            Imprimir les targetes
          </Button>
        )
      }
    >
      <div className={styles.onScreen}>
        <p className={ui.small}>
          Comptat a les {asOfText}. Són dades de salut: només per a la cuina i qui servix. No les copies enlloc; s'esborren 7 dies després de l'acte.
        </p>
        {people === 0 ? (
          <EmptyState art={<HeadArt of="plate" />} title="Ningú no ha dit cap necessitat" action={asksNeeds ? undefined : <ButtonLink to={`/admin/events/edit/${eventId}`}>Demanar-les en este acte</ButtonLink>}>
            {asksNeeds ? 'Quan algú en diga una en comprar, ací es vorà plat a plat.' : "Este acte no les demana: s'activa en el seu formulari."}
          </EmptyState>
        ) : (
          <>
            <Counts {...loaderData} />
            {dishes.length === 0 ? null : <Dishes dishes={dishes} />}
          </>
        )}
      </div>
      {cards.length === 0 ? null : <PlateCards cards={cards} />}
    </AdminPage>
  );
}

function Counts({ people, counts, others }: Pick<AdminNeedsData, 'people' | 'counts' | 'others'>): ReactNode {
  return (
    <section className={adminPage.sheet} aria-labelledby="needs-counts">
      <h2 id="needs-counts" className={ui.heading}>
        {people === 1 ? '1 persona' : `${people} persones`}
      </h2>
      <ul className={styles.counts}>
        {counts.map(({ code, text, count }) => (
          <li key={code} className={styles.count}>
            <FoodIcon name={code} />
            <strong>{count}</strong> {text}
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <ul className={ui.stack1}>
          {others.map(({ number, text }) => (
            <li key={number}>
              <strong>{text}</strong> <span className={ui.small}>{number}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Dishes({ dishes }: { dishes: readonly DishNeeds[] }): ReactNode {
  return (
    <section className={adminPage.sheet} aria-label="Per plats">
      <table className={styles.table}>
        <caption className={ui.heading}>Per plats</caption>
        <thead>
          <tr>
            <th scope="col">Plat</th>
            <th scope="col">Plats a part</th>
            <th scope="col" className={styles.which}>
              Quins
            </th>
          </tr>
        </thead>
        <tbody>
          {dishes.map(({ section, name, emoji, plates, needs }) => (
            <tr key={`${section} ${name}`}>
              <th scope="row">
                <EmojiLine emoji={emoji}>{name}</EmojiLine>
              </th>
              <td>{plates}</td>
              <td className={styles.which}>{needs.map(({ text, count }) => `${count} ${text}`).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
