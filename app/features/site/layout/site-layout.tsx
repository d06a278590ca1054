import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';

import { TileBand } from '#app/design/ui/layout/tile-band.tsx';

import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { useRecoveryRedirect } from './recovery-redirect.ts';
import { useOfflineSafeLinks } from '#app/platform/client-state/offline/use-offline-safe-links.ts';
import { useWantedPage } from '#app/platform/client-state/offline/use-wanted-page.ts';
import { useSessionSync } from '#app/platform/client-state/session-sync.ts';
import type { SessionUser } from './session-user.ts';
import styles from './site-layout.module.css';
import { SiteMain } from './site-main.tsx';

export interface SiteLayoutProps {
  sessionUser: SessionUser | null;
  isAdmin?: boolean;
  children: ReactNode;
}

export function SiteLayout({ sessionUser, isAdmin = false, children }: SiteLayoutProps): ReactNode {
  useRecoveryRedirect();
  useSessionSync(sessionUser);
  useWantedPage();
  const navigation = useNavigation();
  const isWaiting = useOfflineSafeLinks();
  return (
    <>
      <a className={styles.skip} href="#contingut">
        Ves al contingut
      </a>
      <div className={styles.layout}>
        {navigation.state === 'idle' && !isWaiting ? null : <div className={styles.progress} aria-hidden="true" />}
        {isAdmin ? (
          children
        ) : (
          <>
            <TileBand />
            <Header sessionUser={sessionUser} />
            <SiteMain>{children}</SiteMain>
            <Footer />
          </>
        )}
      </div>
    </>
  );
}
