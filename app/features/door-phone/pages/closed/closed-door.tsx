import type { ReactNode } from 'react';

import styles from '../scanner/door.module.css';
import { WaitingHere } from './waiting-here.tsx';

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
