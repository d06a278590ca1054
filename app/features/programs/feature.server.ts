import type { Feature } from '#app/feature.server.ts';

import { tables } from './tables.ts';
import { tokenCalls } from './tokens/api.server.ts';
import { deleteTokensOver } from './tokens/store.server.ts';

/** As long as somebody may ask which token it was. */
const OVER_DAYS = 30;

export const programs: Feature = {
  calls: tokenCalls,
  forgets: [{ title: 'Esborrar tokens acabats', after: { days: OVER_DAYS, of: "d'acabar" }, delete: (query, { instant }) => deleteTokensOver(query, instant) }],
  auditWords: { actions: { 'token.made': 'Token creat', 'token.revoked': 'Token anul·lat' } },
  tables,
};
