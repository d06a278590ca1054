import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { Button } from '../button.tsx';
import { Banner } from './banner.tsx';

/** What could not be read is not nothing: it says so, and reads again. */
export function UnreadBanner({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner tone="error" title={title} live="alert">
      <p>{children}</p>
      <Button busy={state === 'loading'} busyLabel="Provant…" onClick={() => void revalidate()}>
        Torna-ho a provar
      </Button>
    </Banner>
  );
}
