import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import { useFocusOnNewPage } from '../layout/focus-page.ts';
import { refusedPerson } from '../layout/refusal.ts';
import { ErrorPage } from './error-page.tsx';

export function StandaloneErrorPage({ error }: { error: unknown }): ReactNode {
  const main = useFocusOnNewPage(useLocation().pathname);
  return (
    <main ref={main} tabIndex={-1}>
      <ErrorPage error={error} sessionUser={refusedPerson(error) ?? null} />
    </main>
  );
}
