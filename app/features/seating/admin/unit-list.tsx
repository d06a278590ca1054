import Accessibility from 'lucide-react/icons/accessibility';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import { TextField } from '#app/design/ui/forms/field.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { freeSeatsText, tablesText } from '#app/domain/seating/table-text.ts';

import styles from './admin-seating.module.css';
import type { SeatingView } from './admin-seating.server.ts';
import { DRAGGED, patternClass } from './hall-plan.tsx';
import { NO_TABLE_CHOSEN, type UnitView } from './plan-view.ts';

type Tables = SeatingView['tables'];

export function StandingUnits({ view: { standing, standingMore, counts, tables, version } }: { view: SeatingView }): ReactNode {
  return (
    <section className={styles.standing} aria-labelledby="sense-taula">
      <h2 id="sense-taula" className={ui.heading}>
        Sense taula <span className={styles.count}>{counts.standing}</span>
      </h2>
      {standing.length === 0 ? (
        <p className={ui.small}>{counts.seated === 0 ? 'Encara no ve ningú: ací eixiran els tiquets que es venguen.' : 'Tot el món té cadira.'}</p>
      ) : (
        <ul>
          {standing.map((unit) => (
            <li key={unit.what} className={styles.unit}>
              <span draggable className={styles.dragged} onDragStart={(event) => event.dataTransfer.setData(DRAGGED, unit.what)}>
                <UnitName unit={unit} />
              </span>
              <MoveForm what={unit.what} name={unit.name} tables={tables} version={version} />
            </li>
          ))}
        </ul>
      )}
      {standingMore === 0 ? null : <p className={ui.small}>I {standingMore} més: prem «Repartir», o busca'ls davall, en la llista.</p>}
      {standing.length === 0 ? null : <p className={ui.small}>Arrossega-la a una taula, o tria-la i prem «Seure».</p>}
    </section>
  );
}

export function UnitList({ view: { list, listMore, search, tables, version, chosen } }: { view: SeatingView }): ReactNode {
  return (
    <details className={styles.list} id="llista" open={search !== '' || undefined}>
      <summary className={ui.fold}>
        <h2 className={ui.heading}>Com a llista</h2>
      </summary>
      <Form method="get" action="#llista" role="search" className={ui.cluster3} preventScrollReset>
        {chosen === null ? null : <input type="hidden" name="taula" value={chosen.id} />}
        <TextField key={search} label="Colla, comanda o nom" type="search" name="q" defaultValue={search} maxLength={100} />
        <Button type="submit" tone="quiet">
          Buscar
        </Button>
      </Form>
      {list.length === 0 ? <p>No n'hi ha cap amb eixe nom.</p> : null}
      <ul>
        {list.map((unit) => (
          <li key={unit.what} className={styles.unit}>
            <UnitName unit={unit} where={tablesText(unit.where) ?? 'Sense taula'} />
            <MoveForm what={unit.what} name={unit.name} tables={tables} version={version} isSeated={unit.where.length > 0} />
          </li>
        ))}
      </ul>
      {listMore === 0 ? null : <p className={ui.small}>I {listMore} més: busca'ls pel nom o per les quatre últimes xifres de la comanda.</p>}
    </details>
  );
}

function UnitName({ unit, where }: { unit: UnitView; where?: string }): ReactNode {
  return (
    <span className={styles.who}>
      <i className={`${styles.swatch} ${patternClass(unit)}`} aria-hidden="true" />
      <span className={ui.wraps}>
        <b>{unit.name}</b> {unit.needsAccessible ? <Accessibility size={16} aria-label="lloc accessible" /> : null}
        <br />
        <span className={ui.small}>
          {unit.isGroup ? 'colla' : 'comanda'} · {unit.count}
          {where === undefined ? '' : ` · ${where}`}
        </span>
      </span>
    </span>
  );
}

/** Without scripts and for keys and ears: a table is chosen from a list. */
export function MoveForm({ what, name, tables, version, isSeated = false }: { what: string; name: string; tables: Tables; version: number; isSeated?: boolean }): ReactNode {
  return (
    <Form method="post" preventScrollReset className={styles.move}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="what" value={what} />
      <select name="to" aria-label={`Taula per a ${name}`} defaultValue="" required>
        <option value="">Tria una taula</option>
        {isSeated ? <option value={NO_TABLE_CHOSEN}>Sense taula</option> : null}
        {tables.map((table) => (
          <option key={table.id} value={table.id}>
            {table.number}
            {table.label === null ? '' : ` · ${table.label}`} ({freeSeatsText(table.free)})
          </option>
        ))}
      </select>
      <Button type="submit" name="intent" value="move" tone="quiet">
        {isSeated ? 'Moure' : 'Seure'}
      </Button>
    </Form>
  );
}
