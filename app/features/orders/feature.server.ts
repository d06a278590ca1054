import { RETENTION_EVERY_MS } from '#app/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { forgetOldNotes } from './retention/old-notes.server.ts';
import { forgetUnpaidBuyers } from './retention/unpaid-buyers.server.ts';

export const orders: Feature = {
  jobs: ({ deps }) => [
    { name: 'old notes', everyMs: RETENTION_EVERY_MS, round: () => forgetOldNotes(deps) },
    { name: 'unpaid buyers', everyMs: RETENTION_EVERY_MS, round: () => forgetUnpaidBuyers(deps) },
  ],
};
