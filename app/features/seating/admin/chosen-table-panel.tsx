import Accessibility from 'lucide-react/icons/accessibility';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';

import { Button, ButtonLink } from '#app/design/ui/button.tsx';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './admin-seating.module.css';
import type { SeatingView } from './admin-seating.server.ts';
import { DRAGGED } from './hall-plan.tsx';
import { MoveForm } from './unit-list.tsx';
import type { ChosenTable } from './plan-view.ts';

interface ChosenTableProps {
  table: ChosenTable;
  tables: SeatingView['tables'];
  version: number;
  base: string;
}

export function ChosenTablePanel({ table, tables, version, base }: ChosenTableProps): ReactNode {
  const target = { tables: tables.filter(({ id }) => id !== table.id), version, isSeated: true };
  return (
    <section className={styles.chosen} aria-labelledby="taula-triada">
      <TableHead table={table} />
      {table.units.map((unit) => (
        <div key={unit.what} className={styles.chosenUnit}>
          <Dragged what={unit.what}>
            <b>{unit.name}</b> · {unit.count}
            {unit.pinned ? ' · clavada' : ''} {unit.needsAccessible ? <Accessibility size={16} aria-label="lloc accessible" /> : null}
          </Dragged>
          <MoveForm what={unit.what} name={unit.name} {...target} />
        </div>
      ))}
      {table.orders.length === 0 ? (
        <p className={ui.small}>No hi seu ningú: arrossega-hi algú, o tria esta taula al costat del seu nom.</p>
      ) : (
        <details>
          <summary className={`${styles.oneByOne} ${ui.fold}`}>Per comandes i tiquets</summary>
          <ul className={ui.stack4}>
            {table.orders.map((order) => (
              <li key={order.what} className={ui.stack2}>
                <SeatedOrder order={order} target={target} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Neighbours table={table} />
      <TableActions table={table} version={version} base={base} />
    </section>
  );
}

function TableHead({ table }: { table: ChosenTable }): ReactNode {
  return (
    <header className={styles.chosenHead}>
      <b className={styles.chosenNumber} aria-hidden="true">
        {table.number}
      </b>
      <div className={styles.chosenTitle}>
        <h2 id="taula-triada">
          Taula {table.number}
          {table.label === null ? '' : ` · ${table.label}`}
        </h2>
        <p>
          Fila {table.rowName}, {table.taken} de {table.seats} cadires{table.accessible ? ' · accessible' : ''}
        </p>
      </div>
      <Link to="?" className={styles.close} preventScrollReset aria-label="Tancar la taula">
        <X size={22} aria-hidden="true" />
      </Link>
    </header>
  );
}

function SeatedOrder({ order, target }: { order: ChosenTable['orders'][number]; target: { tables: SeatingView['tables']; version: number; isSeated: boolean } }): ReactNode {
  const name = order.name === null ? '' : ` · ${order.name}`;
  return (
    <>
      {order.tickets.length > 1 ? (
        <>
          <Dragged what={order.what}>
            <b>Comanda {order.number}</b>
            {name} · {order.tickets.length}
          </Dragged>
          <MoveForm what={order.what} name={`la comanda ${order.number}`} {...target} />
        </>
      ) : null}
      {order.tickets.map((ticket) => (
        <div key={ticket.what}>
          <Dragged what={ticket.what}>
            {order.number}-{ticket.number}
            {name}
            {ticket.pinned ? ' · clavat' : ''}
          </Dragged>
          <MoveForm what={ticket.what} name={`${order.number}-${ticket.number}`} {...target} />
        </div>
      ))}
    </>
  );
}

function Neighbours({ table: { neighbours } }: { table: ChosenTable }): ReactNode {
  if (neighbours.length === 0) return null;
  return (
    <div>
      <h3 className={ui.label}>Veïnes</h3>
      <ul>
        {neighbours.map((other) => (
          <li key={other.id} className={ui.wraps}>
            <Link to={`?taula=${other.id}`} preventScrollReset className={styles.eventLink}>
              Taula {other.number}
            </Link>
            : {other.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function TableActions({ table, version, base }: Pick<ChosenTableProps, 'table' | 'version' | 'base'>): ReactNode {
  const isPinned = table.units.length > 0 && table.units.every(({ pinned }) => pinned);
  return (
    <div className={ui.cluster3}>
      {table.taken === 0 ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="what" value={`table:${table.id}`} />
          <Button type="submit" name="intent" value={isPinned ? 'unpin' : 'pin'} tone="quiet">
            {isPinned ? 'Desclavar' : 'Clavar'}
          </Button>
        </Form>
      )}
      <ButtonLink tone="quiet" to={`${base}/imprimir/targetes?taula=${table.id}`}>
        Targeta de taula
      </ButtonLink>
    </div>
  );
}

function Dragged({ what, children }: { what: string; children: ReactNode }): ReactNode {
  return (
    <span draggable className={`${styles.dragged} ${ui.wraps}`} onDragStart={(event) => event.dataTransfer.setData(DRAGGED, what)}>
      {children}
    </span>
  );
}
