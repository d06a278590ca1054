import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useWaitingScans } from '#app/platform/client-state/waiting-scans.ts';

import styles from './waiting-scans-notice.module.css';

/** Offline scans not yet sent from this phone are shown on every page; the door's page shows them itself. */
export function WaitingScansNotice(): ReactNode {
  const waiting = useWaitingScans();
  const { pathname } = useLocation();
  if (waiting === null || waiting.page === pathname) return null;
  return (
    <p className={styles.notice} role="status">
      <b>{waiting.count === 1 ? 'Hi ha 1 lectura de la porta per enviar.' : `Hi ha ${waiting.count} lectures de la porta per enviar.`}</b> Amb cobertura, <a href={waiting.page}>obri la porta en este mòbil</a> i {waiting.count === 1 ? "s'enviarà sola" : "s'enviaran soles"}.
    </p>
  );
}
