import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { Banner } from '#app/ui/feedback/banner.tsx';
import { Button } from '#app/ui/button.tsx';

/** News that could not be read are not no news (specification §8). */
export function NewsUnread(): ReactNode {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner tone="error" title="Error al cargar las noticias" live="alert">
      <p>Comprova la connexió i torna-ho a provar. No és que no n'hi haja: és que ara no les podem llegir.</p>
      <Button busy={state === 'loading'} busyLabel="Provant…" onClick={() => void revalidate()}>
        Torna-ho a provar
      </Button>
    </Banner>
  );
}
