import type { ReactNode } from 'react';

import { Banner } from '#app/ui/feedback/banner.tsx';

/** Over a page that shows what was known before the network was lost. */
export function OldEventNotice({ isOld = false }: { isOld?: boolean | undefined }): ReactNode {
  if (!isOld) return null;
  return (
    <Banner tone="warning" live="status" title="Sense connexió">
      <p>Esta és l'última informació que tenim. Ho tens tot guardat, i podràs pagar quan torne la cobertura.</p>
    </Banner>
  );
}
