import type { ReactNode } from 'react';

import { timeText } from '#app/domain/time/instant-text.ts';

import type { OfflineState } from '../client/offline-door.ts';
import { ageText } from './door-words.ts';
import styles from './offline-bar.module.css';

export function OfflineBar({ state, now, onDismiss }: { state: OfflineState; now: number; onDismiss: (nonce: string) => void }): ReactNode {
  const { isOnline, listAt, tickets, queued, conflicts } = state;
  return (
    <div className={styles.bar}>
      <p className={styles.state} role="status">
        {isOnline ? '' : '⚡ Sense connexió · '}
        {listAt === null ? 'Sense llista en este mòbil' : `Llista ${ageText(Math.max(0, now - listAt))} · ${tickets} tiquets`}
        {queued === 0 ? '' : ` · ${queued} per enviar`}
      </p>
      {conflicts.length === 0 ? null : (
        <section className={styles.conflicts} aria-label="Conflictes">
          <h2>Han entrat sense que tocara: {conflicts.length}</h2>
          <ul>
            {conflicts.map(({ nonce, message, ticketNumber, scannedAt }) => (
              <li key={nonce}>
                <span>
                  {timeText(scannedAt)} · {ticketNumber ?? 'tiquet desconegut'}: {message}
                </span>
                <button type="button" onClick={() => onDismiss(nonce)}>
                  Entesos
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
