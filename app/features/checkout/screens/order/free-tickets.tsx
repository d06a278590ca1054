import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';

import type { CheckedCart } from '#app/domain/cart/cart.ts';
import { bannerFor } from '#app/domain/cart/checkout-banner.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import { useAssociation } from '#app/site-identity/use-association.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';

import { submitOrder, tellsOfAnOldPage } from '../../client/submit-order.ts';

export interface FreeTickets {
  busy: boolean;
  problem: string | null;
  create: (order: { event: EventDetail; checked: CheckedCart; account: { email: string; name: string } }) => Promise<void>;
}

/** The box office's order (spec §6): no checkout, and the tickets go to its own account. */
export function useFreeTickets(): FreeTickets {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { termsVersion } = useAssociation();

  const create: FreeTickets['create'] = async ({ event, checked, account }) => {
    setBusy(true);
    setProblem(null);
    const outcome = await submitOrder({ event, checked, role: 'admin', offered: 0, account, email: account.email, name: account.name, termsVersion });
    if (outcome.kind === 'placed') {
      await navigate(`/payment-success?order_id=${outcome.order.orderId}`);
      return;
    }
    const { refusal, eventIsPast } = outcome;
    if (tellsOfAnOldPage(refusal)) void revalidate();
    const lost = refusal.code === 'UNREACHABLE' || refusal.code === 'INTERNAL_ERROR';
    setProblem(
      lost ? 'Error al crear la comanda gratuïta' : `Error al crear tiquets gratuïts: ${bannerFor(refusal, { eventIsPast }).text}`,
    );
    setBusy(false);
  };
  return { busy, problem, create };
}

export function FreeTicketsProblem({ problem }: { problem: string | null }): ReactNode {
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) banner.current?.focus();
  }, [problem]);
  return problem === null ? null : <Banner ref={banner} tone="error" live="alert" title={problem} />;
}
