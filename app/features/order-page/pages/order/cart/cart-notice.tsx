import type { ReactNode } from 'react';

import { Banner } from '#app/design/ui/feedback/banner.tsx';
import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { Button } from '#app/design/ui/button.tsx';
import { formatPrice } from '#app/design/ui/format-money.ts';

export interface CartNoticeProps {
  durable: boolean;
  remaining: number | null;
  /** In the cart, not held by any order. */
  unheld: number;
  isEmpty: boolean;
}

export function CartNotice({ durable, remaining, unheld, isEmpty }: CartNoticeProps): ReactNode {
  return (
    <>
      {durable ? null : (
        <Banner tone="warning" live="status" title="No podem guardar el cistell en este navegador">
          <p>Acaba la compra sense tancar la pestanya: si la tanques hauràs de tornar a triar.</p>
        </Banner>
      )}
      {remaining !== null && (unheld > remaining || (isEmpty && remaining === 0)) ? (
        <Banner tone="warning" live="status" title={remainingText(remaining)}>
          <p>{remaining === 0 ? "Ara mateix no n'hi ha cap de lliure. Si algú n'allibera, la comanda t'espera ací." : 'Lleva algun tiquet de la comanda per a poder continuar.'}</p>
        </Banner>
      ) : null}
    </>
  );
}

function remainingText(remaining: number): string {
  if (remaining === 0) return 'Ja no queden entrades';
  return remaining === 1 ? 'Només queda 1 entrada' : `Només queden ${remaining} entrades`;
}

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
