import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { eventCalls } from './event-api.server.ts';
import { countersJob } from './live/stream.server.ts';
import { passCalls } from './passes/api.server.ts';

export const door: Feature = {
  calls: [...calls, ...eventCalls, ...passCalls],
  jobs: ({ deps }) => [countersJob(deps)],
};
