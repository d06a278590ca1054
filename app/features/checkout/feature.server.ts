import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { openPauses } from './given-up/service.server.ts';
import { forgetOldKeys } from './idempotency.server.ts';
import { openOrderBatches } from './placing/place.server.ts';

export const checkout: Feature = {
  calls,
  open: (deps) => [openPauses(), openOrderBatches(deps)],
  jobs: ({ deps }) => [{ name: 'idempotency keys', everyMs: RETENTION_EVERY_MS, round: () => forgetOldKeys(deps) }],
};
