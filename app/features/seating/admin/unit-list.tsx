import Accessibility from 'lucide-react/icons/accessibility';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';
import { tablesText } from '#app/domain/seating/table-text.ts';

import styles from './admin-seating.module.css';
import type { SeatingView } from './admin-seating.server.ts';
import { DRAGGED, patternClass } from './hall-plan.tsx';
import type { UnitView } from './plan-view.ts';

type Tables = SeatingView['tables'];

export function StandingUnits({ view: { standing, counts, tables, version } }: { view: SeatingView }): ReactNode {
  return (
    <section className={styles.standing} aria-labelledby="sense-taula">
      <h2 id="sense-taula" className={ui.heading}>
        Sense taula <span className={styles.count}>{counts.standing}</span>
      </h2>
      {standing.length === 0 ? (
        <p className={ui.small}>Tot el món té cadira.</p>
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
      {standing.length === 0 ? null : <p className={ui.small}>Arrossega-la a una taula, o tria-la i prem «Seure».</p>}
    </section>
  );
}

export function UnitList({ list, tables, version }: { list: SeatingView['list']; tables: Tables; version: number }): ReactNode {
  return (
    <details className={styles.list}>
      <summary>
        <h2 className={ui.heading}>Com a llista</h2>
      </summary>
      <ul>
        {list.map((unit) => (
          <li key={unit.what} className={styles.unit}>
            <UnitName unit={unit} where={tablesText(unit.where) ?? 'Sense taula'} />
            <MoveForm what={unit.what} name={unit.name} tables={tables} version={version} />
          </li>
        ))}
      </ul>
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
export function MoveForm({ what, name, tables, version, label = 'Seure', none = false }: { what: string; name: string; tables: Tables; version: number; label?: string; none?: boolean }): ReactNode {
  return (
    <Form method="post" preventScrollReset className={styles.move}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="what" value={what} />
      <select name="to" aria-label={`Taula per a ${name}`} defaultValue="">
        <option value="">{none ? 'Sense taula' : 'Cap taula'}</option>
        {tables.map((table) => (
          <option key={table.id} value={table.id}>
            {table.number}
            {table.label === null ? '' : ` · ${table.label}`} ({table.free} lliures)
          </option>
        ))}
      </select>
      <Button type="submit" name="intent" value="move" tone="quiet">
        {label}
      </Button>
    </Form>
  );
}
