import type { ReactNode } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';
import ui from '#app/design/ui/layout/primitives.module.css';

import styles from './movement-list.module.css';

export interface ListedMovement {
  id: string;
  amount: number;
  reason: string;
  whoAndWhen: string;
}

interface Movement {
  id: string;
  /** Cents: positive when put in, negative when taken out. */
  amount: number;
  reason: string;
  movedAt: Date;
  movedByName: string | null;
}

export function listedMovement({ id, amount, reason, movedAt, movedByName }: Movement): ListedMovement {
  return { id, amount, reason, whoAndWhen: `${timeText(movedAt.toISOString())} · ${movedByName ?? 'un compte esborrat'}` };
}

export function MovementList({ movements }: { movements: readonly ListedMovement[] }): ReactNode {
  return (
    <ul className={styles.list} aria-label="Moviments d'efectiu">
      {movements.map(({ id, amount, reason, whoAndWhen }) => (
        <li key={id}>
          <span className={`${ui.strong} ${ui.wraps}`}>{reason}</span>
          <span className={styles.amount}>
            {amount > 0 ? 'Posat' : 'Tret'} {formatEuros(Math.abs(amount))}
          </span>
          <span className={styles.soft}>{whoAndWhen}</span>
        </li>
      ))}
    </ul>
  );
}
