import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { refuseAction } from '#app/design/admin-kit/server/parse-form.server.ts';
import { sumMoved, sumOf, type Takings } from '#app/domain/till/cash-up.ts';
import type { ByTender } from '#app/domain/till/means.ts';
import { instantText } from '#app/domain/time/instant-text.ts';

import { closeSession, readSession, type SoldLine } from '../../sessions/service.server.ts';
import { type ListedMovement, listedMovement } from '../cash/movement-list.tsx';
import { closeForm } from '../till-forms.ts';

export interface CloseData {
  id: string;
  name: string;
  openedText: string;
  openedBy: string;
  closedText: string | null;
  closedBy: string | null;
  note: string | null;
  openingFloat: number;
  takings: Takings[];
  sold: SoldLine[];
  movements: ListedMovement[];
  moved: number;
  expected: ByTender;
  counted: ByTender | null;
}

const GONE = 'un compte esborrat';

export const loader = adminLoader('till', async ({ deps, staff, param }): Promise<CloseData | null> => {
  const found = await readSession(deps, staff, param('sessionId'));
  if (!found) return null;
  const { session, takings, sold, expected, movements } = found;
  const { id, name, note, openingFloat, counted, openedAt, openedByName, closedAt, closedByName } = session;
  return {
    id,
    name,
    note,
    openingFloat,
    counted,
    takings,
    sold,
    movements: movements.map(listedMovement),
    moved: sumMoved(movements),
    expected,
    openedText: instantText(openedAt.toISOString()),
    openedBy: openedByName ?? GONE,
    closedText: closedAt && instantText(closedAt.toISOString()),
    closedBy: closedAt && (closedByName ?? GONE),
  };
});

export const action = adminAction({
  right: 'till',
  touches: { '*': 'running' },
  intents: {
    async '*'({ deps, staff, param, parse, answer, done }) {
      const { note, ...counted } = parse(closeForm);
      const sessionId = param('sessionId');
      return answer(await closeSession(deps, staff, { sessionId, counted, note }), {
        closed: ({ difference }) => done(`/admin/till/${sessionId}/close`, sumOf(difference) === 0 ? 'Caixa tancada: quadra' : 'Caixa tancada'),
        not_open: () => refuseAction('close', 'Esta caixa ja està tancada.'),
      });
    },
  },
});
