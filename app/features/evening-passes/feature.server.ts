import type { Feature } from '#app/feature.server.ts';
import { countHeld } from '#app/features/door/held/service.server.ts';

import { calls } from './api.server.ts';
import { deletePassesEndedBefore } from './store.server.ts';
import { tables } from './tables.ts';

/** As long as a refused entry may be disputed. */
const COMPLAINT_DAYS = 90;

export const eveningPasses: Feature = {
  calls,
  waiting: [{ page: '/admin/passes', count: countHeld }],
  forgets: [{ title: 'Esborrar passes de porta', after: { days: COMPLAINT_DAYS, of: "d'acabar" }, delete: (query, { instant }) => deletePassesEndedBefore(query, instant) }],
  tables,
};
