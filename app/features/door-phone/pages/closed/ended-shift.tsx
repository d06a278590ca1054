import { type ReactNode, useCallback } from 'react';

import { handInAll } from '../../client/link/sync.ts';
import { doorTransport } from '../../client/link/transport.ts';
import { useRepeat } from '../../client/readiness/use-repeat.ts';
import styles from '../scanner/door.module.css';
import { WaitingHere } from './waiting-here.tsx';

const HAND_IN_EVERY_MS = 15_000;

/** What was let in without network during the shift still goes up from here. */
export function EndedShift(): ReactNode {
  const handIn = useCallback(async () => {
    await handInAll(doorTransport(null)).catch(() => false);
    return true;
  }, []);
  useRepeat(handIn, HAND_IN_EVERY_MS);
  return (
    <div className={styles.door}>
      <span />
      <main className={`${styles.main} ${styles.closed}`}>
        <span className={styles.finished} aria-hidden="true">
          ✓
        </span>
        <h1 className={styles.message}>El teu torn de porta s'ha acabat</h1>
        <p role="status">Gràcies! Si encara hi fas falta, demana-ho a qui organitza l'acte.</p>
        <WaitingHere sentBy="this" />
        <a className={styles.scan} href="/torns">
          Els teus torns
        </a>
      </main>
    </div>
  );
}
