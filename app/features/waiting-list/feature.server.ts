import type { Feature } from '#app/feature.server.ts';

import { countStuckLists } from './admin/service.server.ts';
import { calls } from './api.server.ts';
import { invariants } from './invariants.server.ts';
import { personalData } from './personal-data.server.ts';
import { renderEntryMail } from './mails/entry-mail.server.ts';
import { processWaitingLists } from './queue.server.ts';
import { deleteUnconfirmedBefore, eraseAddressesBefore } from './store.server.ts';
import { tables } from './tables.ts';

const PROCESS_EVERY_MS = 5_000;

export const waitingList: Feature = {
  calls,
  waiting: [{ page: '/admin/waiting-list', count: countStuckLists }],
  jobs: ({ deps }) => [{ name: 'waiting lists', title: "Oferir places a les llistes d'espera", everyMs: PROCESS_EVERY_MS, round: (ending) => processWaitingLists(deps, ending) }],
  forgets: [
    { title: "Oblidar qui no va confirmar la llista d'espera", after: { hours: 48, of: "d'apuntar-se" }, delete: (query, { instant }) => deleteUnconfirmedBefore(query, instant) },
    { title: "Oblidar llistes d'espera passades", after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseAddressesBefore(query, day) },
  ],
  mailTemplates: [{ kind: 'waiting_list', name: "Llista d'espera", render: renderEntryMail }],
  invariants,
  personalData,
  tables,
};
