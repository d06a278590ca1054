import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';

import { useSlow } from '#app/ui/feedback/slow.ts';
import { TileBand } from '#app/ui/layout/tile-band.tsx';

import { useFocusOnNewPage } from './focus-page.ts';
import { Footer } from './footer.tsx';
import styles from './site-layout.module.css';
import { Header } from './header.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import type { SessionUser } from './session-user.ts';
import { useRecoveryRedirect } from './recovery-redirect.ts';
import { useSessionNews } from './session-sync.ts';

/** The way round the site, the same on every public page. */
export function SiteLayout({ sessionUser, children }: { sessionUser: SessionUser | null; children: ReactNode }): ReactNode {
  useRecoveryRedirect();
  useSessionNews(sessionUser);
  const location = useLocation();
  const navigation = useNavigation();
  const leaving =
    navigation.state === 'loading' && navigation.formData === undefined && navigation.location.pathname !== location.pathname;
  const waiting = useSlow(leaving);
  const main = useFocusOnNewPage(location.pathname);

  return (
    <>
      <a className={styles.skip} href="#contingut">
        Ves al contingut
      </a>
      <div className={styles.frame}>
        <TileBand />
        <Header sessionUser={sessionUser} />
        {navigation.state === 'idle' ? null : <div className={styles.progress} aria-hidden="true" />}
        <main ref={main} id="contingut" tabIndex={-1} className={styles.main}>
          {waiting ? <PageSkeleton path={navigation.location?.pathname ?? ''} /> : children}
        </main>
        <Footer />
      </div>
    </>
  );
}
