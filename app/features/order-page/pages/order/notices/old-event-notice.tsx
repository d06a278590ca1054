import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';

import { Button } from '#app/design/ui/button.tsx';
import { Banner } from '#app/design/ui/feedback/banner.tsx';

export function OldEventNotice({ isOld = false }: { isOld?: boolean | undefined }): ReactNode {
  const { revalidate, state } = useRevalidator();
  if (!isOld) return null;
  return (
    <Banner tone="warning" live="status" title="Sense connexió">
      <p>Esta és l'última informació que tenim. Ho tens tot guardat, i podràs pagar quan torne la cobertura.</p>
      <Button tone="quiet" busy={state === 'loading'} onClick={() => void revalidate()}>
        Torna-ho a provar
      </Button>
    </Banner>
  );
}
