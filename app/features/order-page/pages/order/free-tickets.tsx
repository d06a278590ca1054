import { type ReactNode, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';

import { useAssociation } from '#app/design/site-identity/use-association.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { useFocusWhen } from '#app/design/ui/hooks/use-focus-when.ts';

import type { FreeOrder, FreeOutcome } from '../../client/free-order.ts';

export interface FreeTickets {
  busy: boolean;
  problem: string | null;
  create: (order: Omit<FreeOrder, 'termsVersion'>) => Promise<void>;
}

/** Its code is loaded for the box office alone. */
async function placed(order: FreeOrder): Promise<FreeOutcome> {
  try {
    const { placeFreeOrder } = await import('../../client/free-order.ts');
    return await placeFreeOrder(order);
  } catch {
    return { reason: null, isOldPage: false };
  }
}

/** The box office's order (spec §6): no checkout, and the tickets belong to its own account. */
export function useFreeTickets(): FreeTickets {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { termsVersion } = useAssociation();

  const create: FreeTickets['create'] = async (order) => {
    setBusy(true);
    setProblem(null);
    const outcome = await placed({ ...order, termsVersion });
    if ('orderId' in outcome) {
      await navigate(`/payment-success?order_id=${outcome.orderId}`);
      return;
    }
    if (outcome.isOldPage) void revalidate();
    setProblem(outcome.reason === null ? 'Error al crear la comanda gratuïta' : `Error al crear tiquets gratuïts: ${outcome.reason}`);
    setBusy(false);
  };
  return { busy, problem, create };
}

export function FreeTicketsProblem({ problem }: { problem: string | null }): ReactNode {
  const banner = useFocusWhen<HTMLDivElement>(problem !== null, [problem]);
  return problem === null ? null : <Banner ref={banner} tone="error" live="alert" title={problem} />;
}
