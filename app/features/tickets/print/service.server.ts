import { ticketIssuer } from '#app/features/settings/service.server.ts';
import type { RateLimits } from '#app/platform/http/guards/rate-limit.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';
import { renderTicketsPdf } from '#app/design/ticket-rendering/ticket-renderer.server.ts';

import { withinDrawingLimits } from '../drawing-limits.server.ts';
import { drawnDocuments, drawOnce } from './drawn-documents.server.ts';

interface TicketDocument {
  title: string;
  tickets: readonly PrintableTicket[];
  /** Rate-limit key: an order, a link or an account. */
  key: string;
  network: string;
  limits: RateLimits;
  signal: AbortSignal;
}

export type PrintOutcome =
  | { outcome: 'printed'; pdf: Uint8Array }
  | { outcome: 'nothing' }
  | { outcome: 'later'; retryAfterSeconds: number };

export async function printTickets(deps: Deps, { title, tickets, key, network, limits, signal }: TicketDocument): Promise<PrintOutcome> {
  if (tickets.length === 0) return { outcome: 'nothing' };
  return withinDrawingLimits({ limits, key, network }, async () => {
    const document = { title, tickets: [...tickets], madeAt: deps.clock.now(), issuer: await ticketIssuer(deps) };
    return { outcome: 'printed', pdf: await drawOnce(deps.state.get(drawnDocuments), tickets, { signal, draw: (given) => renderTicketsPdf(document, { for: 'page', slots: deps.concurrency.drawings, signal: given }) }) };
  });
}
