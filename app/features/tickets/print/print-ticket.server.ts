import { writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import { isHandedOut } from '#app/domain/order/status.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { ticketLabel } from '#app/domain/ticket/status-label.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectOwnTicketByNumber } from '../my-tickets/store.server.ts';
import { toPrintable } from '../my-tickets/printable-ticket.server.ts';
import type { PrintableTicket } from '#app/design/ticket-rendering/printable-ticket.ts';

/** `label`: why it is invalid, such as 'Reemborsat'. */
export type TicketToPrint = { outcome: 'found'; ticket: PrintableTicket } | { outcome: 'not_found' } | { outcome: 'not_valid'; label: string };

/** Audited, because a printed ticket lets somebody in. */
export async function findTicketToPrint(deps: Deps, admin: AdminId, ticketNumber: string): Promise<TicketToPrint> {
  const number = ticketNumber.trim().toUpperCase();
  const row = isStorableText(number) ? await selectOwnTicketByNumber(deps.db.query, number) : null;
  if (!row) return { outcome: 'not_found' };
  if (!isHandedOut(row)) return { outcome: 'not_valid', label: ticketLabel(row).text };
  await writeAudit(deps.db.query, { at: deps.clock.now(), actor: `user:${admin}`, action: 'ticket.printed', subject: 'ticket', subjectId: row.id, detail: { number } });
  return { outcome: 'found', ticket: toPrintable(row) };
}
