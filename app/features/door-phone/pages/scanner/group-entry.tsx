import { type ReactNode, useState } from 'react';

import type { GroupTicket } from '../../client/link/link.ts';
import styles from './door.module.css';

export function GroupEntry({ waiting, isBusy, onEnter }: { waiting: readonly GroupTicket[]; isBusy: boolean; onEnter: (tickets: readonly GroupTicket[]) => void }): ReactNode {
  const [wanted, setWanted] = useState(waiting.length);
  const count = Math.min(wanted, waiting.length);
  return (
    <div className={styles.group} role="group" aria-label="La resta de la comanda">
      {waiting.length === 1 ? null : (
        <button type="button" aria-label="Una persona menys" aria-disabled={count === 1} onClick={() => setWanted(Math.max(1, count - 1))}>
          −
        </button>
      )}
      <button type="button" className={styles.primary} aria-disabled={isBusy} onClick={() => onEnter(waiting.slice(0, count))}>
        Entrar {count} de {waiting.length} més
      </button>
      {waiting.length === 1 ? null : (
        <button type="button" aria-label="Una persona més" aria-disabled={count === waiting.length} onClick={() => setWanted(Math.min(waiting.length, count + 1))}>
          +
        </button>
      )}
    </div>
  );
}
