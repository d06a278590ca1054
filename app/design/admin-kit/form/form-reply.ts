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
  /** The password has to be typed once more before it is done. */
  ask?: PasswordAsk;
  /** Nothing was overwritten; `version` is the current one. */
  conflict?: { version: string; changes: FieldChange[] };
}

/** Sent by the conflict's button: the version that its person has now seen. */
export const SEEN_VERSION = 'seenVersion';

/** A form that waits for the password of whoever sent it: it is sent again as it was, with the password. */
export interface PasswordAsk {
  fields: [name: string, value: string][];
  problem: string | null;
  /** A passkey of theirs stands for it. */
  hasPasskey: boolean;
}

export const PASSWORD_AGAIN = 'passwordAgain';
