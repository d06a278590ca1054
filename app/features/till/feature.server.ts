import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { invariants } from './invariants.server.ts';
import { saleSearch } from './sales/sale-search.server.ts';
import { tables } from './tables.ts';

export const till: Feature = {
  calls,
  auditWords: { actions: { 'till.invited': 'Convida la casa' } },
  invariants,
  search: [saleSearch],
  tables,
};
