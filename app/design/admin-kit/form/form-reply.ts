import type { SubmissionResult } from '@conform-to/react';

export interface FieldChange {
  label: string;
  theirs: string;
  mine: string;
}

export interface FormReply {
  intent: string | null;
  row?: string;
  result?: SubmissionResult;
  problem?: string;
  ask?: PasswordAsk;
  conflict?: { version: string; changes: FieldChange[] };
  preview?: MailPreview;
}

export function ticketRecipientsText(count: number): string {
  return count === 1 ? 'a 1 persona que té un tiquet que li han donat' : `a ${count} persones que tenen un tiquet que els han donat`;
}

/** A mail as it would go out; `sentTo` is whom it went to as a test. */
export interface MailPreview {
  recipients: number;
  /** Mailboxes of those who took a ticket of somebody else's order. */
  ticketRecipients: number;
  sentTo?: string;
  subject: string;
  text: string;
}

export const SEEN_VERSION = 'seenVersion';

export interface PasswordAsk {
  fields: [name: string, value: string][];
  problem: string | null;
  hasPasskey: boolean;
}

export const PASSWORD_AGAIN = 'passwordAgain';
