import type { SubmissionResult } from '@conform-to/react';

/** One field that another person has changed since the form was opened. */
export interface FieldChange {
  label: string;
  /** What is saved now, and what this form would put in its place, as people read them. */
  theirs: string;
  mine: string;
}

/** What the action of an admin page answers when it does not lead elsewhere. */
export interface FormReply {
  /** Which form of the page is meant: the `intent` it sent. */
  intent: string | null;
  /** And which of several such forms: the `row` it sent. */
  row?: string;
  /** What was typed and what is wrong with it, for the form to stand there again. */
  result?: SubmissionResult;
  /** Why nothing was done, in words. */
  problem?: string;
  /** The password has to be typed once more before it is done. */
  ask?: PasswordAsk;
  /** Somebody else saved first: nothing was overwritten, and `version` is the one that stands now. */
  conflict?: { version: string; changes: FieldChange[] };
}

/** Sent again by the button of a conflict: the version that its person has now seen. */
export const SEEN_VERSION = 'seenVersion';

/** A form that waits for the password of whoever sent it: it is sent again as it was, with the password. */
export interface PasswordAsk {
  fields: [name: string, value: string][];
  /** What is wrong with the password that came. */
  problem: string | null;
}

/** The field in which the password comes. */
export const PASSWORD_AGAIN = 'passwordAgain';
