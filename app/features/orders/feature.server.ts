import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { forgetOldNetworks } from './retention/old-networks.server.ts';
import { forgetOldNotes } from './retention/old-notes.server.ts';
import { forgetUnpaidBuyers } from './retention/unpaid-buyers.server.ts';

export const orders: Feature = {
  jobs: ({ deps }) => [
    { name: 'old notes', everyMs: RETENTION_EVERY_MS, round: () => forgetOldNotes(deps) },
    { name: 'old networks', everyMs: RETENTION_EVERY_MS, round: () => forgetOldNetworks(deps) },
    { name: 'unpaid buyers', everyMs: RETENTION_EVERY_MS, round: () => forgetUnpaidBuyers(deps) },
  ],
};
