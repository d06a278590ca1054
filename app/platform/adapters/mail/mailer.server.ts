import type { DeliveryFailure } from '#app/domain/mail/delivery-failure.ts';

export interface OutgoingMail {
  id: string;
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
      permanent: boolean;
      /** It may have been delivered: another try may be a copy. */
      isUncertain: boolean;
      failure: DeliveryFailure;
      reason: string;
    };

/** Ten mails a second to a mail server that takes a second and a half for each. */
export const MAILS_AT_ONCE = 15;

/** Never throws. */
export interface Mailer {
  perSecond: number | null;
  send(mail: OutgoingMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
