import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { moneyFieldText } from '#app/domain/money-text.ts';
import { cents } from '#app/domain/money.ts';

import { correctCount, readTillSession } from '../../sessions/service.server.ts';
import { correctForm } from '../till-forms.ts';

interface CorrectData {
  id: string;
  name: string;
  /** As they were counted, or corrected last. */
  texts: { cash: string; terminal: string; bizum: string };
}

export const loader = adminLoader('admin', async ({ deps, staff, param }): Promise<CorrectData | null> => {
  const found = await readTillSession(deps, { staff, reach: null }, param('sessionId'));
  const counted = found && (found.session.corrected ?? found.session.counted);
  if (!counted) return null;
  const text = (amount: number): string => moneyFieldText(cents(amount));
  return { id: found.session.id, name: found.session.name, texts: { cash: text(counted.cash), terminal: text(counted.terminal), bizum: text(counted.bizum) } };
});

export const action = adminAction({
  right: 'admin',
  touches: { '*': 'money' },
  intents: {
    async '*'({ deps, staff, param, parse, answer, done }) {
      const { reason, ...counted } = parse(correctForm);
      const sessionId = param('sessionId');
      return answer(await correctCount(deps, staff, { sessionId, counted, reason }), {
        done: () => done(`/admin/till/${sessionId}/close`, 'Arqueig corregit. El primer recompte es queda al costat.'),
      });
    },
  },
});
