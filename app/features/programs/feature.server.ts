import type { Feature } from '#app/feature.server.ts';

import { personalData } from './personal-data.server.ts';
import { tables } from './tables.ts';
import { tokenCalls } from './tokens/api.server.ts';
import { deleteTokensOver } from './tokens/store.server.ts';
import { webhookCalls } from './webhooks/api.server.ts';
import { deliverDue } from './webhooks/delivery.server.ts';
import { countMessagesGivenUp } from './webhooks/service.server.ts';
import { deleteOldDeliveries, deleteOldSubjects } from './webhooks/store.server.ts';

const DELIVER_EVERY_MS = 1_000;
/** As long as somebody may ask which token it was, or what was told. */
const LOG_DAYS = 30;
/** A receiver that sees a number again takes it for an old message. */
const SUBJECT_DAYS = 400;

export const programs: Feature = {
  calls: [...tokenCalls, ...webhookCalls],
  jobs: ({ deps }) => [{ name: 'webhooks', title: 'Avisar altres programes', everyMs: DELIVER_EVERY_MS, round: (ending) => deliverDue(deps, ending) }],
  waiting: [{ page: '/admin/programs', count: countMessagesGivenUp }],
  forgets: [
    { title: 'Esborrar tokens acabats', after: { days: LOG_DAYS, of: "d'acabar" }, delete: (query, { instant }) => deleteTokensOver(query, instant) },
    { title: "Esborrar avisos a altres programes", after: { days: LOG_DAYS, of: "d'arribar" }, delete: (query, { instant }) => deleteOldDeliveries(query, instant) },
    { title: "Oblidar números d'avisos", after: { days: SUBJECT_DAYS, of: "de l'últim avís" }, delete: (query, { instant }) => deleteOldSubjects(query, instant) },
  ],
  auditWords: { actions: { 'token.made': 'Token creat', 'token.revoked': 'Token anul·lat', 'webhook.made': 'Avisos a un programa', 'webhook.ended': 'Avisos acabats', 'webhook.tried_again': 'Avisos reintentats', 'webhook.left': 'Avisos deixats' } },
  tables,
  personalData,
};
