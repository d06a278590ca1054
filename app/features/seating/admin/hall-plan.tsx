import Accessibility from 'lucide-react/icons/accessibility';
import Pin from 'lucide-react/icons/pin';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';

import { VisuallyHidden } from '#app/design/ui/visually-hidden.tsx';
import { freeSeatsText } from '#app/domain/seating/table-text.ts';

import styles from './hall-plan.module.css';
import type { UnitView, RoomView, TableView } from './plan-view.ts';

export interface HallPlanProps {
  rooms: readonly RoomView[];
  chosenId: string | null;
  linkTo: (tableId: string) => string;
  /** Where people are dragged from one table to another. */
  onDrop?: (what: string, tableId: string) => void;
}

export const DRAGGED = 'text/plain';

/** A long table is a roll of tickets, its stretches torn along a perforation. */
export function HallPlan({ rooms, chosenId, linkTo, onDrop }: HallPlanProps): ReactNode {
  return (
    <div className={styles.hall}>
      {rooms.map((room) => (
        <section key={room.id} aria-label={room.name} className={styles.room}>
          {rooms.length > 1 ? <h3 className={styles.roomName}>{room.name}</h3> : null}
          {room.rows.map((row) => (
            <div key={row.name} className={styles.rowLine}>
              <span className={styles.rowName} aria-hidden="true">
                {row.name}
              </span>
              <ol className={`${styles.row} ${row.shape === 'round' ? styles.rounds : ''}`} aria-label={`Fila ${row.name}`}>
                {row.tables.map((table) => (
                  <PlanTable key={table.id} table={table} isChosen={table.id === chosenId} to={linkTo(table.id)} {...(onDrop && { onDrop })} />
                ))}
              </ol>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

function PlanTable({ table, isChosen, to, onDrop }: { table: TableView; isChosen: boolean; to: string; onDrop?: HallPlanProps['onDrop'] }): ReactNode {
  const [isOver, setIsOver] = useState(false);
  const free = table.seats - table.taken;

  function drop(event: DragEvent<HTMLElement>): void {
    event.preventDefault();
    setIsOver(false);
    const what = event.dataTransfer.getData(DRAGGED);
    if (what !== '') onDrop?.(what, table.id);
  }

  return (
    <li
      className={`${styles.table} ${table.shape === 'round' ? styles.round : ''} ${isChosen ? styles.chosen : ''} ${isOver ? styles.over : ''}`}
      {...(onDrop && {
        onDragOver: (event: DragEvent<HTMLElement>) => {
          event.preventDefault();
          setIsOver(true);
        },
        onDragLeave: () => setIsOver(false),
        onDrop: drop,
      })}
    >
      <Seats table={table} side="first" />
      <Link to={to} className={styles.cloth} aria-current={isChosen ? 'true' : undefined} preventScrollReset>
        <span className={styles.head}>
          <b className={styles.number}>
            <VisuallyHidden>Taula </VisuallyHidden>
            {table.number}
          </b>
          {table.accessible ? <Accessibility size={16} aria-label="accessible" /> : null}
          {table.units.some(({ pinned }) => pinned) ? <Pin size={14} aria-label="clavada" /> : null}
          <span className={styles.count}>
            {table.taken}/{table.seats}
          </span>
        </span>
        {table.label === null ? null : <span className={styles.label}>{table.label}</span>}
        <span className={styles.units}>
          {table.units.map((unit) => (
            <span key={unit.what} className={`${styles.unit} ${patternClass(unit)}`} draggable={onDrop !== undefined} onDragStart={(event) => event.dataTransfer.setData(DRAGGED, unit.what)}>
              <span className={styles.unitName}>{unit.isGroup ? `${unit.name} ${unit.count}` : unit.name.split(' · ')[0]}</span>
            </span>
          ))}
        </span>
        {free > 0 ? <VisuallyHidden>, {freeSeatsText(free)}</VisuallyHidden> : null}
      </Link>
      <Seats table={table} side="second" />
    </li>
  );
}

function Seats({ table, side }: { table: TableView; side: 'first' | 'second' }): ReactNode {
  const seats = table.units.flatMap((unit) => Array.from({ length: unit.count }, () => patternClass(unit)));
  const all = [...seats, ...Array.from({ length: Math.max(0, table.seats - table.taken) }, () => styles.seatFree)];
  const half = all.filter((_, at) => at % 2 === (side === 'first' ? 0 : 1));
  return (
    <span className={styles.seats} aria-hidden="true">
      {half.map((pattern, at) => (
        <i key={at} className={`${styles.seat} ${pattern}`} />
      ))}
    </span>
  );
}

export function patternClass({ isGroup, pattern }: Pick<UnitView, 'isGroup' | 'pattern'>): string {
  return (isGroup ? [styles.pattern0, styles.pattern1, styles.pattern2, styles.pattern3, styles.pattern4, styles.pattern5][pattern] : styles.alone) ?? '';
}
