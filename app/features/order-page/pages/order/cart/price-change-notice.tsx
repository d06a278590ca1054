import type { ReactNode } from 'react';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';

export function PriceChangeNotice({ checked: { total, seenTotal }, onAccept }: { checked: CheckedCart; onAccept: () => void }): ReactNode {
  if (total === seenTotal) return null;
  return (
    <Banner tone="warning" live="status" title={`El preu ha canviat: abans ${formatPrice(seenTotal)}, ara ${formatPrice(total)}`}>
      <p>Revisa la comanda abans de seguir.</p>
      <Button tone="quiet" onClick={onAccept}>
        D'acord
      </Button>
    </Banner>
  );
}
