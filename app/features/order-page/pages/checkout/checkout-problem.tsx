import type { ReactNode } from 'react';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { bannerFor } from '#app/domain/cart/checkout-banner.ts';
import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { ButtonLink } from '#app/design/ui/button.tsx';
import { Price } from '#app/design/ui/price.tsx';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import { RetryButton } from './checkout-summary.tsx';
import type { OrderProblem } from './use-checkout.ts';

export interface CheckoutProblemProps {
  problem: OrderProblem | null;
  checked: CheckedCart;
  eventId: number;
  mayWait: boolean;
}

/** Spec §8. */
export function CheckoutProblem({ problem, checked, eventId, mayWait }: CheckoutProblemProps): ReactNode {
  const attempt = problem?.attempt;
  const fieldHasFocus = problem?.banner.wayOut === 'edit_email';
  const banner = useFocusWhen<HTMLDivElement>(attempt !== undefined && !fieldHasFocus, [attempt, fieldHasFocus]);

  if (problem === null) return null;
  const { kind, title, text, wayOut } = problem.banner;
  return (
    <Banner key={attempt} ref={banner} tone={wayOut === 'confirm_again' ? 'warning' : 'error'} live="alert" title={title}>
      <p>{text}</p>
      {wayOut === 'confirm_again' ? <TotalChange before={problem.sentTotal} now={checked.total} /> : null}
      {wayOut === 'other_events' ? (
        <ButtonLink tone="quiet" to="/tickets">
          Veure Altres Esdeveniments Disponibles
        </ButtonLink>
      ) : null}
      {kind === 'event_soldout' && mayWait ? <RetryButton /> : null}
      {wayOut === 'edit_cart' ? (
        <ButtonLink tone="quiet" to={`/order/${eventId}`} state={{ preserveData: true }}>
          Canviar la comanda
        </ButtonLink>
      ) : null}
    </Banner>
  );
}

/** A changed total is never charged before the buyer confirms it here. */
export function PriceChange({ problem, checked }: Pick<CheckoutProblemProps, 'problem' | 'checked'>): ReactNode {
  if (checked.total === checked.seenTotal || problem?.banner.wayOut === 'confirm_again') return null;
  const { text } = bannerFor({ code: 'PRICE_CHANGED', message: '' }, { eventIsPast: false });
  return (
    <Banner tone="warning" live="alert" title="Hi ha un preu nou">
      <p>{text}</p>
      <TotalChange before={checked.seenTotal} now={checked.total} />
    </Banner>
  );
}

function TotalChange({ before, now }: { before: Cents; now: Cents }): ReactNode {
  if (now === before) return null;
  return (
    <p>
      Abans: <Price cents={before} />. Ara: <Price cents={now} />.
    </p>
  );
}
