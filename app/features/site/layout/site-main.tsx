import type { ReactNode } from 'react';
import { useLocation, useNavigation } from 'react-router';

import { useSlow } from '#app/design/ui/feedback/slow.ts';

import { useFocusOnNewPage } from './focus-page.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import styles from './site-layout.module.css';

export function SiteMain({ children }: { children: ReactNode }): ReactNode {
  const location = useLocation();
  const navigation = useNavigation();
  const leaving =
    navigation.state === 'loading' && navigation.formData === undefined && navigation.location.pathname !== location.pathname;
  const waiting = useSlow(leaving);
  const main = useFocusOnNewPage(location.pathname);
  return (
    <main ref={main} id="contingut" tabIndex={-1} className={styles.main}>
      {waiting ? <PageSkeleton to={navigation.location ?? location} /> : children}
    </main>
  );
}
