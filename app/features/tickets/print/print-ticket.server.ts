import { writeAudit } from '#app/adapters/db/audit.server.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import type { AdminId } from '#app/http/guards/guards.server.ts';
import type { Deps } from '#app/deps.server.ts';

import { selectTicketByNumber } from '../my-tickets/store.server.ts';
import { printableOf } from '../my-tickets/printable-ticket.server.ts';
import type { PrintableTicket } from '#app/ticket-rendering/printable-ticket.ts';

/** Leaves a row of the audit: a printed ticket lets somebody in. */
export async function findTicketToPrint(deps: Deps, admin: AdminId, ticketNumber: string): Promise<PrintableTicket | null> {
  const number = ticketNumber.trim().toUpperCase();
  if (!isStorableText(number)) return null;
  const row = await selectTicketByNumber(deps.db.query, number);
  if (!row) return null;
  await writeAudit(deps.db.query, { at: deps.clock.now(), actor: `user:${admin}`, action: 'ticket.printed', subject: 'ticket', subjectId: row.id, detail: { number } });
  return printableOf(row);
}
