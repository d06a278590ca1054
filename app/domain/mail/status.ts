import type { Moves } from '../moves.ts';
import type { EmailStatus } from '../order/status.ts';

/**
 * `pending -> sent` and `failed -> sent`: its sender was taken for dead, and the mail had left; `pending -> failed`: its order is over;
 * `failed -> pending`: an admin sends it again.
 */
export const MAIL_MOVES = {
  pending: ['sending', 'sent', 'failed'],
  sending: ['pending', 'sent', 'failed'],
  sent: [],
  failed: ['pending', 'sent'],
} as const satisfies Moves<EmailStatus>;
