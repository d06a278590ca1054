import type { Moves } from '../moves.ts';
import type { EmailStatus } from '../order/status.ts';

/** `pending -> sent`, `failed -> sent`: its sender was taken for dead; `pending -> failed`: its order is over; `failed -> pending`: an admin resends it. */
export const MAIL_MOVES = {
  pending: ['sending', 'sent', 'failed'],
  sending: ['pending', 'sent', 'failed'],
  sent: [],
  failed: ['pending', 'sent'],
} as const satisfies Moves<EmailStatus>;
