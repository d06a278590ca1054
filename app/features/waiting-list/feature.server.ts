import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { countStuckLists } from './admin/service.server.ts';
import { calls } from './api.server.ts';
import { renderPartyMail } from './party-mail.server.ts';
import { tendWaitingLists } from './queue.server.ts';
import { forgetOldParties } from './retention.server.ts';

const TEND_EVERY_MS = 5_000;

export const waitingList: Feature = {
  calls,
  waiting: [{ page: '/admin/waiting-list', count: countStuckLists }],
  jobs: ({ deps }) => [
    { name: 'waiting lists', everyMs: TEND_EVERY_MS, round: (ending) => tendWaitingLists(deps, ending) },
    { name: 'old parties', everyMs: RETENTION_EVERY_MS, round: () => forgetOldParties(deps) },
  ],
  mailTemplates: [{ kind: 'waiting_list', name: "Llista d'espera", render: renderPartyMail }],
};
