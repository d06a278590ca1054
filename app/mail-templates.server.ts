import { composeLinkMail, composePasswordChangedMail } from './features/accounts/recovery/recovery.server.ts';
import type { Letters } from './features/mail/service.server.ts';
import { composeLostTicketMail } from './features/tickets/recovery/lost-ticket.server.ts';
import { composeEventChangedMail, composeRefundMail, composeTicketsMail } from './features/tickets/service.server.ts';

/** Who writes which mail of the outbox. The mail feature knows the post, each feature its own words. */
export const LETTERS: Letters = {
  tickets: composeTicketsMail,
  refund: composeRefundMail,
  event_changed: composeEventChangedMail,
  lost_ticket: composeLostTicketMail,
  password_reset: composeLinkMail,
  invitation: composeLinkMail,
  password_changed: composePasswordChangedMail,
};
