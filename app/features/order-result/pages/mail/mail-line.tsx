import { type ReactNode, useEffect, useState } from 'react';

import type { EmailStatus } from '#app/domain/order/status.ts';
import { NO_CONNECTION } from '#app/platform/client-state/lost-connection.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import { Banner } from '#app/design/ui/feedback/banner.tsx';
import { Button } from '#app/design/ui/button.tsx';
import { useToast } from '#app/design/ui/feedback/toast.tsx';

import { resendMail } from '../../client/order-calls.ts';
import type { OrderState } from '../../schema.ts';
import { rememberSent, wasSent } from './sent-memory.ts';
import { useMailStatus } from './use-mail-status.ts';

/** Whoever opens the tickets later reads it on the page, and knows it. */
const NEWS_FOR_MS = 10 * 60_000;

/** Spec §2, §4. */
export function MailLine({ order, isCorrecting }: { order: OrderState & { email: string }; isCorrecting: boolean }): ReactNode {
  const [status, setStatus] = useMailStatus(order, isCorrecting);
  const toast = useToast();
  const { orderId, paidAt } = order;
  const isNews = paidAt === null || browserNow() - Date.parse(paidAt) < NEWS_FOR_MS;

  useEffect(() => {
    if (status !== 'sent' || wasSent(orderId) || !isNews) return;
    rememberSent(orderId);
    toast({ text: 'Correu enviat' });
  }, [status, orderId, isNews, toast]);

  if (status === 'failed') return <FailedMail order={order} onQueued={() => setStatus('pending')} />;
  return <Banner tone={status === 'sent' ? 'success' : 'info'} live="status" title={textOf(status, order.email)} />;
}

function textOf(status: Exclude<EmailStatus, 'failed'>, email: string): string {
  return status === 'sent' ? `T'hem enviat els tiquets a ${email}` : `Estem enviant els tiquets a ${email}`;
}

function FailedMail({ order, onQueued }: { order: OrderState; onQueued: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function resend(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const answer = await resendMail(order.orderId);
    setBusy(false);
    if (answer.ok) onQueued();
    else if (answer.refusal.code === 'RATE_LIMITED') setProblem(tooOften(answer.refusal.retryAfterSeconds));
    else setProblem(`Error enviant el correu... ${answer.refusal.code === 'UNREACHABLE' ? NO_CONNECTION : 'Torna-ho a provar més tard'}.`);
  }

  return (
    <Banner tone="warning" live="status" title={`No hem pogut enviar el correu a ${order.email}`}>
      <p>No el necessites: els tiquets estan ací i els pots descarregar.</p>
      {problem === null ? null : <p role="alert">{problem}</p>}
      <Button tone="quiet" busy={busy} busyLabel="Enviant..." onClick={() => void resend()}>
        Reenviar Correu
      </Button>
    </Banner>
  );
}

function tooOften(seconds: number | undefined): string {
  const minutes = Math.max(1, Math.ceil((seconds ?? 60) / 60));
  return `Ja l'hem reenviat unes quantes vegades. Ho podràs tornar a provar d'ací a ${minutes === 1 ? '1 minut' : `${minutes} minuts`}.`;
}
