import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { openCodeGuessing } from './code-guessing/service.server.ts';
import { invariants } from './invariants.server.ts';
import { countersJob, countersStreams, openCounters } from './live/stream.server.ts';
import { deleteDevicesBefore } from './devices/store.server.ts';
import { deleteHeldBefore } from './held/store.server.ts';
import { eraseScannersBefore } from './store.server.ts';
import { doorSearch } from './door-search.server.ts';
import { tables } from './tables.ts';

/** Longer than the weeks in which a refused entry may be disputed. */
const COMPLAINT_DAYS = 90;

export const door: Feature = {
  open: () => [openCodeGuessing(), openCounters()],
  calls,
  jobs: ({ deps }) => [countersJob(deps)],
  streams: (deps) => [countersStreams(deps)],
  forgets: [
    { title: 'Oblidar qui va escanejar', after: { days: COMPLAINT_DAYS, of: "de l'escaneig" }, delete: (query, { instant }) => eraseScannersBefore(query, instant) },
    { title: 'Esborrar escaneigs retinguts', after: { days: COMPLAINT_DAYS, of: "de l'escaneig" }, delete: (query, { instant }) => deleteHeldBefore(query, instant) },
    { title: 'Oblidar els mòbils de la porta', after: { days: 7, of: "de l'última notícia" }, delete: (query, { instant }) => deleteDevicesBefore(query, instant) },
  ],
  auditWords: { actions: { 'ticket.admission_undone': 'Entrada desfeta', 'ticket.serving_undone': 'Plat servit desfet' } },
  invariants,
  search: [doorSearch],
  tables,
};
