import { redirect } from 'react-router';

import { shiftAction, shiftLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { formatEuros } from '#app/design/ui/format-money.ts';

import { AT_THE_TILL } from '#app/platform/http/shift-audiences.ts';
import { moveCash } from '../../movements/service.server.ts';
import { readTillSession } from '../../sessions/service.server.ts';
import { MORE_THAN_THERE_IS } from '../../till-words.ts';
import { cashForm } from '../till-forms.ts';
import { type ListedMovement, listedMovement } from './movement-list.tsx';

interface CashData {
  id: string;
  name: string;
  movements: ListedMovement[];
  /** The next movement's idempotency key. */
  key: string;
}

export const loader = shiftLoader(AT_THE_TILL, async ({ deps, staff, reach, param }): Promise<Response | CashData | null> => {
  const found = await readTillSession(deps, { staff, reach }, param('sessionId'));
  if (!found) return null;
  const { session, movements } = found;
  if (session.closedAt !== null) return redirect(`/admin/till/${session.id}/close`);
  return { id: session.id, name: session.name, movements: movements.map(listedMovement).toReversed(), key: deps.ids.uuid() };
});

export const action = shiftAction({
  audience: AT_THE_TILL,
  touches: { '*': 'running' },
  intents: {
    async '*'({ deps, staff, param, text, parse, answer, done }) {
      const { direction, amount, reason } = parse(cashForm);
      const sessionId = param('sessionId');
      return answer(await moveCash(deps, staff, { sessionId, direction, amount, reason, key: text('key') || null }), {
        done: () => done(`/admin/till/${sessionId}/cash`, direction === 'in' ? `Posats ${formatEuros(amount)} a la caixa` : `Trets ${formatEuros(amount)} de la caixa`),
        too_much: () => ({ fields: { amount: MORE_THAN_THERE_IS } }),
        closing: () => refuseAction('cash', REFUSALS.TILL_CLOSING.message),
        not_open: () => refuseAction('cash', REFUSALS.TILL_NOT_OPEN.message),
        key_reused: () => refuseAction('cash', 'Este moviment ja està apuntat. Mira la llista i, si en falta un altre, torna a escriure\'l.'),
      });
    },
  },
});
