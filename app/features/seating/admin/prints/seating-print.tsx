import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { PRINT_HEADERS, PrintChoices, PrintPage } from '#app/design/admin-kit/page/print-page.tsx';
import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { pageMeta } from '#app/design/ui/layout/page-meta.ts';

import { HallPlan } from '../hall-plan.tsx';
import type { Route } from './+types/seating-print.ts';
import type { Paper, PrintData, TableCard, WallLine } from './seating-print.server.ts';
import styles from './seating-print.module.css';

export { loader } from './seating-print.server.ts';

export function headers(): HeadersInit {
  return PRINT_HEADERS;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta({ matches, title: loaderData === undefined ? 'Imprimir' : TITLES[loaderData.paper] });

const TITLES: Record<Paper, string> = { targetes: 'Targetes de taula', llista: 'Llista per a la paret', plano: 'Plano de la sala', cuina: 'Cuina per taula' };

export default function SeatingPrint({ loaderData: print }: Route.ComponentProps): ReactNode {
  const { paper, eventId, withNames } = print;
  return (
    <PrintPage title={TITLES[paper]} back={{ to: `/admin/taules/${eventId}`, text: 'Taules' }} className={styles[paper]}>
      {paper === 'llista' ? <NamesChoice withNames={withNames} /> : null}
      {paper === 'targetes' ? print.cards.map((card) => <Card key={card.id} card={card} print={print} />) : null}
      {paper === 'llista' ? <WallList print={print} /> : null}
      {paper === 'plano' ? (
        <section className={styles.sheet}>
          <h2>
            {print.title} · {print.when}
          </h2>
          <HallPlan rooms={print.rooms} chosenId={null} linkTo={(id) => `/admin/taules/${eventId}?taula=${id}`} />
        </section>
      ) : null}
      {paper === 'cuina' ? <KitchenTables print={print} /> : null}
    </PrintPage>
  );
}

/** Names are asked for anew each time: the address carries them and nothing is remembered. */
function NamesChoice({ withNames }: { withNames: boolean }): ReactNode {
  return (
    <PrintChoices>
      <p className={styles.why}>La llista va per colla i número de tiquet: a la paret la llig tot el món, i amb noms qualsevol sabria qui ve i amb qui.</p>
      <Link to={withNames ? '?' : '?noms=si'} className={styles.choice}>
        {withNames ? 'Sense noms' : 'Posar els noms igualment'}
      </Link>
    </PrintChoices>
  );
}

function Card({ card, print }: { card: TableCard; print: PrintData }): ReactNode {
  const association = useAssociation();
  const groups = card.groups.slice(0, 3);
  return (
    <article className={styles.card} aria-label={`Taula ${card.number}`}>
      <p className={styles.association}>{association.name}</p>
      <p className={styles.word}>{card.label ?? 'Taula'}</p>
      <p className={`${styles.number} ${card.number > 99 ? styles.long : ''}`}>{card.number}</p>
      <div className={groups.length === 0 ? '' : styles.groups}>
        {groups.map(({ id, name }) => (
          <p key={id} className={`${styles.group} ${groupSize(name, groups.length)}`}>
            {name}
          </p>
        ))}
        {card.groups.length > groups.length ? <p className={`${styles.group} ${styles.smallest}`}>{card.groups.length - groups.length === 1 ? 'i una colla més' : `i ${card.groups.length - groups.length} colles més`}</p> : null}
      </div>
      <footer className={styles.foot}>
        <p>
          <b>{print.title}</b>
          <br />
          {print.when} · {card.seats} cadires
        </p>
        {card.goesOnAt === null ? null : <p className={styles.onward}>seguix a la {card.goesOnAt} →</p>}
      </footer>
    </article>
  );
}

/** On one line of the sheet, whatever its letters. */
function groupSize(name: string, names: number): string {
  const letters = names === 1 ? name.length : Math.max(name.length, 13);
  const size = letters <= 12 ? styles.large : letters <= 18 ? styles.medium : letters <= 28 ? styles.small : styles.smallest;
  return size ?? '';
}

function WallList({ print: { title, when, groups, tickets } }: { print: PrintData }): ReactNode {
  return (
    <section className={styles.sheet}>
      <h2>
        {title} · {when}
      </h2>
      <p>{groups.length + tickets.length === 0 ? 'Encara no hi ha ningú assegut.' : 'Busca la teua colla, o les quatre últimes xifres de la comanda: al costat tens la taula.'}</p>
      {groups.length === 0 ? null : <Lines title="Colles" lines={groups} />}
      {tickets.length === 0 ? null : <Lines title="Comandes, per les quatre últimes xifres" lines={tickets} />}
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly WallLine[] }): ReactNode {
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.lines}>
        {lines.map(({ id, name, tables }) => (
          <li key={id}>
            <span>{name}</span>
            <b>{tables}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function KitchenTables({ print: { title, when, dishes } }: { print: PrintData }): ReactNode {
  return (
    <section className={styles.sheet}>
      <h2>
        {title} · {when}
      </h2>
      <ul className={styles.kitchen}>
        {dishes.map(({ table, dishes: here, needs }) => (
          <li key={table ?? 0}>
            <h3>{table === null ? 'Sense taula' : `Taula ${table}`}</h3>
            <p>{here.map(({ name, count }) => `${count} ${name}`).join(', ')}</p>
            {needs.length === 0 ? null : <p className={styles.needs}>{needs.join(', ')}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
