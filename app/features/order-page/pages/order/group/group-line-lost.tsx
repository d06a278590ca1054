import type { ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';

/** One can buy without the line, so its missing script must not take the page away. */
export function GroupLineLost(): ReactNode {
  return (
    <Banner tone="warning" live="status" title="No hem pogut carregar les colles">
      <p>Revisa la connexió i torna a carregar la pàgina si vols triar amb qui vens.</p>
    </Banner>
  );
}
