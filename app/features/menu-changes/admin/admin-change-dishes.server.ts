import type { z } from 'zod';

import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { REFUSALS } from '#app/domain/api-error.ts';
import { swapProblemText } from '#app/domain/ticket/menu-change.ts';
import { MORE_THAN_THERE_IS } from '#app/features/till/adjustments/service.server.ts';

import { readSwaps } from '../pages/dish-swaps.ts';
import { changeDishesByAdmin, readMenuToChange, readOpenDrawers, type Settlement } from '../service.server.ts';
import { changeForm } from './change-form.ts';

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const [ticket, drawers] = await Promise.all([readMenuToChange(deps, { kind: 'admin', admin: staff }, param('ticketNumber')), readOpenDrawers(deps, staff)]);
  return ticket?.orderId === param('orderId') ? { ticket, drawers: ticket.mayBeCharged ? drawers : [] } : null;
});

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'tickets' },
  intents: {
    async '*'({ deps, staff, param, sent, parse, answer, done }) {
      const typed = parse(changeForm);
      const change = { ticketNumber: param('ticketNumber'), swaps: readSwaps(sent), settlement: settlementIn(typed) };
      const unsettled: Record<string, string> = typed.settle === 'forgiven' ? { reason: 'Digues per què es perdona' } : { settle: "Digues com s'arregla la diferència" };
      return answer(await changeDishesByAdmin(deps, staff, change), {
        done: () => done(`/admin/orders/${param('orderId')}`, 'Plats canviats: la cuina ja ho sap.'),
        unsettled: () => ({ fields: unsettled }),
        not_paid: () => ({ fields: { settle: 'Esta comanda no es va pagar: la diferència només es pot perdonar' } }),
        not_open: () => ({ fields: { settle: 'Esta caixa ja està tancada: tria\'n una altra, o perdona la diferència' } }),
        closing: () => ({ fields: { settle: REFUSALS.TILL_CLOSING.message } }),
        too_much: () => ({ fields: { settle: MORE_THAN_THERE_IS } }),
        more_than_paid: () => ({ fields: { settle: "No s'ha pagat tant, perquè el tiquet porta un codi, o ja s'ha tornat: perdona la diferència" } }),
        nothing_changed: swapProblemText,
        changed_meanwhile: swapProblemText,
        not_offered: swapProblemText,
        chosen_twice: swapProblemText,
        price_changed: swapProblemText,
        sold_out: swapProblemText,
        too_late: swapProblemText,
      });
    },
  },
});

function settlementIn({ settle, drawer, reason }: z.output<typeof changeForm>): Settlement | null {
  if (settle === undefined) return null;
  if (settle === 'forgiven') return reason === null ? null : { kind: 'forgiven', reason };
  return drawer === null ? null : { kind: 'drawer', sessionId: drawer, means: settle };
}
