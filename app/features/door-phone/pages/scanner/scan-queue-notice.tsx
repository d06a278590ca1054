import type { ReactNode } from 'react';

import hidden from '#app/design/ui/visually-hidden.module.css';

import type { DoorState } from '../../client/door-state.ts';
import styles from './scan-queue-notice.module.css';

export function ScanQueueNotice({ isWaiting, isMissed }: Pick<DoorState, 'isWaiting' | 'isMissed'>): ReactNode {
  return (
    <>
      {isMissed ? (
        <p className={styles.missed} role="alert">
          <b>Torna a escanejar</b> l'últim: ha vingut massa prompte i no s'ha mirat.
        </p>
      ) : null}
      <p role="status" className={isWaiting ? styles.waiting : hidden.hidden}>
        {isWaiting ? '1 escaneig espera el seu torn' : ''}
      </p>
    </>
  );
}
