import { adminAction, adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { parseUuid } from '#app/domain/uuid.ts';

import { decideGivenUp, endWebhook, readWebhookLog, sendTest } from '../webhooks/service.server.ts';

const LIST = '/admin/programs/webhooks';

export const loader = adminLoader('admin', async ({ deps, staff, param }) => {
  const id = parseUuid(param('webhookId'));
  return id === null ? null : readWebhookLog(deps, staff, id);
});

export const action = adminAction({
  right: 'admin',
  record: ({ param }) => parseUuid(param('webhookId')),
  touches: { test: 'running', retry: 'running', leave: 'running', end: 'running' },
  intents: {
    async test({ deps, staff, record: id, answer, done }) {
      return answer(await sendTest(deps, staff, id), {
        tested: ({ answer: { delivered, status, problem, milliseconds } }) => done(`${LIST}/${id}`, delivered ? `Prova rebuda: ha contestat ${status} en ${milliseconds} ms.` : `La prova no ha arribat. ${problem}.`),
      });
    },
    async retry({ deps, staff, record: id, answer, done }) {
      return answer(await decideGivenUp(deps, staff, { id, again: true }), { done: ({ messages }) => done(`${LIST}/${id}`, `Tornem a provar-ho: ${avisos(messages)}.`) });
    },
    async leave({ deps, staff, record: id, answer, done }) {
      return answer(await decideGivenUp(deps, staff, { id, again: false }), { done: ({ messages }) => done(`${LIST}/${id}`, `Deixats estar: ${avisos(messages)}.`) });
    },
    async end({ deps, staff, record: id, answer, done }) {
      return answer(await endWebhook(deps, staff, id), { ended: () => done(LIST, 'Ja no avisem eixa adreça.') });
    },
  },
});

function avisos(count: number): string {
  return count === 1 ? '1 avís' : `${count} avisos`;
}
