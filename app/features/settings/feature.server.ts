import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';

const LOOK_EVERY_MS = 1_000;

export const settings: Feature = {
  calls,
  jobs: ({ deps, changed }) => [
    {
      name: 'site settings',
      everyMs: LOOK_EVERY_MS,
      // Another process may have saved them and cleared its own page cache alone.
      async round() {
        if (await deps.settings.refresh()) changed();
      },
    },
  ],
};
