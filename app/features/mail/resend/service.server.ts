import { Refusal } from '#app/platform/http/answers/refusal.server.ts';

import type { ResendOutcome } from '../service.server.ts';

export function assertQueued(resend: ResendOutcome): void {
  switch (resend.outcome) {
    case 'queued':
      return;
    case 'too_many':
      throw new Refusal('RATE_LIMITED', { retryAfterSeconds: resend.retryAfterSeconds });
    case 'key_reused':
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'no_address':
      throw new Refusal('ORDER_NOT_PAID', { message: 'Esta comanda no té cap correu on enviar els tiquets' });
    case 'not_paid':
      throw new Refusal('ORDER_NOT_PAID');
    case 'not_found':
      throw new Refusal('ORDER_NOT_FOUND');
  }
}
