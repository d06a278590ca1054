import { Refusal } from './answers/refusal.server.ts';

export type RefusedEdit = { outcome: 'invalid'; problems: Record<string, string> } | { outcome: 'not_found' | 'key_reused' | 'refused' };

export function editRefusal(refused: RefusedEdit, mayNot: string): Refusal {
  switch (refused.outcome) {
    case 'invalid':
      return new Refusal('VALIDATION', { fields: refused.problems });
    case 'not_found':
      return new Refusal('NOT_FOUND');
    case 'key_reused':
      return new Refusal('IDEMPOTENCY_KEY_REUSED');
    case 'refused':
      return new Refusal('FORBIDDEN', { message: mayNot });
  }
}
