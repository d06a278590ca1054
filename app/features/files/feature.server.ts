import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { removeDeletedFiles, sweepFiles } from './upkeep/service.server.ts';

const REMOVE_EVERY_MS = 30_000;

export const files: Feature = {
  calls,
  jobs: ({ deps }) => [
    { name: 'deleted files', everyMs: REMOVE_EVERY_MS, round: () => removeDeletedFiles(deps) },
    { name: 'files', everyMs: RETENTION_EVERY_MS, round: () => sweepFiles(deps) },
  ],
};
