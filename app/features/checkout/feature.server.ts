import { RETENTION_EVERY_MS } from '#app/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { forgetOldKeys } from './idempotency.server.ts';

export const checkout: Feature = {
  calls,
  jobs: ({ deps }) => [{ name: 'idempotency keys', everyMs: RETENTION_EVERY_MS, round: () => forgetOldKeys(deps) }],
};
