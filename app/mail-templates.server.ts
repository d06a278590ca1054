import { renderLinkMail, renderPasswordChangedMail } from './features/accounts/recovery/recovery.server.ts';
import type { MailTemplates } from './features/mail/service.server.ts';
import { renderLostTicketMail } from './features/tickets/recovery/lost-ticket.server.ts';
import { renderEventChangedMail, renderRefundMail, renderTicketsMail } from './features/tickets/service.server.ts';

/** Who writes which mail of the outbox. The mail feature knows the post, each feature its own words. */
export const MAIL_TEMPLATES: MailTemplates = {
  tickets: renderTicketsMail,
  refund: renderRefundMail,
  event_changed: renderEventChangedMail,
  lost_ticket: renderLostTicketMail,
  password_reset: renderLinkMail,
  invitation: renderLinkMail,
  password_changed: renderPasswordChangedMail,
};
