import { type ReactNode, useCallback } from 'react';

import { useWaitingScans } from '#app/platform/client-state/waiting-scans.ts';

import styles from '../scanner/door.module.css';
import { handInAll } from '../../client/link/sync.ts';
import { doorTransport } from '../../client/link/transport.ts';
import { useRepeat } from '../../client/readiness/repeat.ts';

export function ClosedDoor({ hasAccount }: { hasAccount: boolean }): ReactNode {
  return (
    <div className={styles.door}>
      <span />
      <main className={`${styles.main} ${styles.closed}`}>
        <span className={styles.lock} aria-hidden="true">
          ✕
        </span>
        <h1 className={styles.message}>Accés denegat</h1>
        <p role="alert">
          Error d'autenticació: {hasAccount ? 'esta sessió ja no obri la porta. Torna a iniciar sessió.' : "este passe ja no obri la porta. Demana un enllaç nou a qui l'organitza."}
        </p>
        <WaitingHere sentBy={hasAccount ? 'another' : 'this'} />
        {hasAccount ? (
          <a className={styles.scan} href="/login">
            Iniciar Sessió
          </a>
        ) : null}
      </main>
    </div>
  );
}

/** `sentBy`: whether this pass still uploads its scans, or another has to open the door here. */
export function WaitingHere({ sentBy }: { sentBy: 'this' | 'another' }): ReactNode {
  const count = useWaitingScans()?.count ?? 0;
  if (count === 0) return null;
  return (
    <p role="status">
      {count === 1 ? 'Hi ha 1 lectura per enviar' : `Hi ha ${count} lectures per enviar`} en este mòbil.{' '}
      {sentBy === 'this'
        ? `Deixa esta pàgina oberta: ${count === 1 ? "s'enviarà sola" : "s'enviaran soles"} quan hi haja cobertura.`
        : `${count === 1 ? "S'enviarà" : "S'enviaran"} quan la porta torne a obrir-se ací, amb un compte o un passe nou.`}
    </p>
  );
}

const HAND_IN_EVERY_MS = 15_000;

/** What was let in without network during the shift still goes up from here. */
export function EndedShift({ isToCome = false }: { isToCome?: boolean }): ReactNode {
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
        <h1 className={styles.message}>{isToCome ? "Encara no és l'hora del teu torn de porta" : "El teu torn de porta s'ha acabat"}</h1>
        <p role="status">{isToCome ? "La porta s'obri un quart d'hora abans que comence." : "Gràcies! Si encara hi fas falta, demana-ho a qui organitza l'acte."}</p>
        <WaitingHere sentBy="this" />
        <a className={styles.scan} href="/torns">
          Els teus torns
        </a>
      </main>
    </div>
  );
}
