import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { editorCalls } from './admin/api.server.ts';
import { eventSearch } from './admin/panel/event-search.server.ts';
import { holdersMailCalls } from './admin/holders-mail/api.server.ts';
import { openLivePlaces, placesJob, placesStreams } from './live/places.server.ts';
import { tables } from './tables.ts';

export const events: Feature = {
  calls: [...calls, ...editorCalls, ...holdersMailCalls],
  open: (deps) => [openLivePlaces(deps)],
  jobs: ({ deps }) => [placesJob(deps)],
  streams: (deps) => [placesStreams(deps)],
  search: [eventSearch],
  tables,
};
