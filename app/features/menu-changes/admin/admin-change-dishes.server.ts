import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { swapProblemText } from '#app/domain/ticket/menu-change.ts';
import { confirmPassword } from '#app/features/sign-in/password-proof/service.server.ts';

import { readSwaps } from '../pages/dish-swaps.ts';
import { changeDishes, readMenuToChange } from '../service.server.ts';

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const ticket = await readMenuToChange(deps, { kind: 'admin', admin: staff }, param('ticketNumber'));
  return ticket?.orderId === param('orderId') ? { ticket } : null;
});

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'tickets' },
  confirmPassword,
  intents: {
    async '*'({ deps, staff, param, sent, answer, done }) {
      const outcome = await changeDishes(deps, { kind: 'admin', admin: staff }, { ticketNumber: param('ticketNumber'), swaps: readSwaps(sent) });
      if (outcome === 'done') return done(`/admin/orders/${param('orderId')}`, 'Plats canviats: la cuina ja ho sap.');
      return answer(outcome, { otherwise: (problem) => refuseAction('dishes', swapProblemText(problem)) });
    },
  },
});
