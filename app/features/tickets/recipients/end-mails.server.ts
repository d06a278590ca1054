import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { enqueueMails } from '#app/features/mail/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { selectRecipientsOf } from './store.server.ts';

interface RevokedTicket {
  takenBackAt: string;
  /** By the one who gave it; otherwise the order's address was corrected. */
  revoked?: true;
}

/** To whoever took these tickets, in the transaction that ends them. Of a withdrawn event everybody is told at once, and of one that is over nobody asks. */
export async function enqueueEndMails(deps: Deps, tx: Tx, { ticketIds, now, sendAt = now, detail }: { ticketIds: readonly string[]; now: Date; sendAt?: Date; detail?: RevokedTicket }): Promise<void> {
  const recipients = await selectRecipientsOf(tx, { ticketIds, today: dayInMadrid(now) });
  await enqueueMails(tx, recipients.map(({ email, ...taken }) => ({ id: deps.ids.uuid(), kind: detail === undefined ? 'ticket_ended' : 'ticket_taken_back', cause: 'refund' as const, orderId: null, recipient: email, detail: { ...taken, ...detail }, now, sendAt })));
}
