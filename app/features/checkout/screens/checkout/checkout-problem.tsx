import { type ReactNode, useEffect, useRef } from 'react';

import type { Cents } from '#app/domain/money.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Price } from '#app/ui/price.tsx';

import type { Problem } from './use-checkout.ts';

export interface CheckoutProblemProps {
  problem: Problem | null;
  total: Cents;
  eventId: number;
}

/** Spec §8. */
export function CheckoutProblem({ problem, total, eventId }: CheckoutProblemProps): ReactNode {
  const banner = useRef<HTMLDivElement>(null);
  const turn = problem?.turn;
  const fieldHasFocus = problem?.banner.wayOut === 'edit_email';
  useEffect(() => {
    if (turn !== undefined && !fieldHasFocus) banner.current?.focus();
  }, [turn, fieldHasFocus]);

  if (problem === null) return null;
  const { title, text, wayOut } = problem.banner;
  return (
    <Banner key={turn} ref={banner} tone={wayOut === 'confirm_again' ? 'warning' : 'error'} live="alert" title={title}>
      <p>{text}</p>
      {wayOut === 'confirm_again' && total !== problem.confirmedTotal ? (
        <p>
          Abans: <Price cents={problem.confirmedTotal} />. Ara: <Price cents={total} />.
        </p>
      ) : null}
      {wayOut === 'other_events' ? (
        <ButtonLink tone="quiet" to="/tickets">
          Veure Altres Esdeveniments Disponibles
        </ButtonLink>
      ) : null}
      {wayOut === 'edit_cart' ? (
        <ButtonLink tone="quiet" to={`/order/${eventId}`} state={{ preserveData: true }}>
          Canviar la comanda
        </ButtonLink>
      ) : null}
    </Banner>
  );
}
