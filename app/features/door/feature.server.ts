import { RETENTION_EVERY_MS } from '#app/platform/adapters/jobs/job.ts';
import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { eventCalls } from './event-api.server.ts';
import { openCodeGuessing } from './code-guessing/service.server.ts';
import { countersJob, openCounters } from './live/stream.server.ts';
import { forgetOldScanners } from './retention/service.server.ts';

export const door: Feature = {
  open: () => [openCodeGuessing(), openCounters()],
  calls: [...calls, ...eventCalls],
  jobs: ({ deps }) => [countersJob(deps), { name: 'old scanners', everyMs: RETENTION_EVERY_MS, round: () => forgetOldScanners(deps) }],
};
