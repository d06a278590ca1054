import type { Feature } from '#app/feature.server.ts';

import { READ_BALANCE_EVERY_MS, readBalance } from './read-balance.server.ts';
import { tables } from './tables.ts';

export const balance: Feature = {
  jobs: ({ deps }) => [{ name: 'provider balance', title: 'Llegir comissions i ingressos al banc', everyMs: READ_BALANCE_EVERY_MS, round: () => readBalance(deps) }],
  tables,
};
