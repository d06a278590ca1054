import type { ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

export function UnansweredCheck(): ReactNode {
  return (
    <Banner tone="warning" live="status" title="Sense connexió">
      <p>Ara mateix no podem comprovar-ho. Continuem provant.</p>
    </Banner>
  );
}
