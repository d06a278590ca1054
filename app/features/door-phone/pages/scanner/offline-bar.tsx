import type { ReactNode } from 'react';

import { listAgeText } from '#app/domain/door/verdict.ts';
import { timeText } from '#app/domain/time/instant-text.ts';

import { CLOCK_ERROR_MS } from '../../client/clock/steady-clock.ts';
import type { SyncState } from '../../client/link/sync.ts';
import type { Conflict } from '../../client/log.ts';
import type { PartState } from '../../client/readiness/readiness.ts';
import styles from './offline-bar.module.css';

/** An older list lacks what was sold at the door. */
const OLD_MS = 60 * 60_000;

export function listPart({ keeps, isOnline, listAt }: SyncState, isRead: boolean): PartState {
  if (!isRead) return 'coming';
  if (!keeps) return 'impossible';
  if (listAt !== null) return 'stored';
  return isOnline ? 'coming' : 'failed';
}

export function ListState({ state, now }: { state: SyncState; now: number }): ReactNode {
  const { isOnline, keeps, listAt, isAgeKnown, tickets, queued } = state;
  const age = listAt === null ? null : now - listAt;
  // A list dated in the future was stored before the clock was set back.
  const isKnown = isAgeKnown && age !== null && age >= -CLOCK_ERROR_MS;
  const isOld = age !== null && (age > OLD_MS || !isKnown);
  return (
    <p className={styles.state} data-warns={!isOnline || !keeps || isOld}>
      <span role="status">
        {isOnline ? '' : '⚡ Sense connexió · '}
        {keeps ? '' : '⚠ Este mòbil no pot guardar escanejos · '}
      </span>
      {age === null ? 'Sense llista en este mòbil' : `${isOld ? '⚠ ' : ''}Llista ${listAgeText(isKnown ? age : null)} · ${tickets === 1 ? '1 tiquet' : `${tickets} tiquets`}`}
      {queued === 0 ? '' : ` · ${queued} per enviar`}
    </p>
  );
}

export function Conflicts({ conflicts, onDismiss }: { conflicts: readonly Conflict[]; onDismiss: (nonce: string) => void }): ReactNode {
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.conflicts} aria-label="Conflictes">
      <h2>Han entrat sense que tocara: {conflicts.length}</h2>
      <p>Mentre no hi havia connexió. Ningú ha d'eixir: avisa qui organitza.</p>
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
  );
}
