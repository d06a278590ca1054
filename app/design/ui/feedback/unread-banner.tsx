import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { Button } from '../button.tsx';
import { Banner } from './banner.tsx';

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
