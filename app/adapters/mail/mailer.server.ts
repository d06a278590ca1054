import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';

export interface OutgoingMail {
  /** The outbox row's id: makes the Message-ID, so that a repeated sending is recognised as the same mail. */
  id: string;
  /** Exactly one address; it is also the envelope's only recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** Present on images that the HTML shows by `cid:`. */
  contentId?: string;
}

export type MailOutcome =
  | { sent: true }
  | {
      sent: false;
      /** The other side will never take it (5xx); else it is worth another try. */
      permanent: boolean;
      /** It may have arrived: another try may be a copy. */
      isUncertain: boolean;
      failure: DeliveryFailure;
      /** What the other side said, for admins. */
      reason: string;
    };

/** How many of a process may be on their way at once: ten a second, to a mail server that needs a second and a half for each. */
export const MAILS_AT_ONCE = 15;

/** How mail leaves the house. Never throws: the outcome says what happened. */
export interface Mailer {
  /** How many mails the other side takes in a second, whoever of us sends them; null: as many as there are. */
  perSecond: number | null;
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
