import { KEY_LIFE_HOURS } from '#app/platform/adapters/db/idempotency-keys.server.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { openPauses } from './abandoned/service.server.ts';
import { openOrderBatches } from './placing.server.ts';
import { deleteIdempotencyKeysBefore } from './store.server.ts';
import { tables } from './tables.ts';

export const checkout: Feature = {
  calls,
  open: (deps) => [openPauses(), openOrderBatches(deps)],
  forgets: [{ title: 'Oblidar claus de comandes repetides', after: { hours: KEY_LIFE_HOURS, of: 'de la comanda' }, delete: (query, { instant }) => deleteIdempotencyKeysBefore(query, instant) }],
  tables,
};
