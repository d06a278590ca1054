import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';
import { countHeld } from '#app/features/door/held/service.server.ts';

import { calls } from './api.server.ts';
import { forgetEndedPasses } from './service.server.ts';

export const eveningPasses: Feature = {
  calls,
  waiting: [{ page: '/admin/passes', count: countHeld }],
  jobs: ({ deps }) => [{ name: 'ended evening passes', everyMs: RETENTION_EVERY_MS, round: () => forgetEndedPasses(deps) }],
};
