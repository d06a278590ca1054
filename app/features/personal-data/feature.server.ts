import type { Feature } from '#app/feature.server.ts';

import { deleteOldDataLinks } from './links/store.server.ts';
import { renderMyDataMail } from './links/service.server.ts';
import { personalData } from './personal-data.server.ts';
import { countOpenRequests, finishClosings } from './requests/service.server.ts';
import { deleteDataRequestsBefore } from './requests/store.server.ts';
import { tables } from './tables.ts';

const FINISH_EVERY_MS = 3_600_000;

export const personalDataFeature: Feature = {
  jobs: ({ deps, keepers }) => [{ name: 'closings', title: 'Acabar de tancar comptes', everyMs: FINISH_EVERY_MS, round: () => finishClosings(deps, keepers) }],
  forgets: [
    { title: 'Oblidar enllaços de dades personals', after: 'expired', delete: (query, { instant }) => deleteOldDataLinks(query, instant) },
    { title: 'Oblidar peticions sobre dades personals', after: { days: 3 * 365, of: 'de la petició' }, delete: (query, { instant }) => deleteDataRequestsBefore(query, instant) },
  ],
  mailTemplates: [{ kind: 'my_data', name: 'Enllaç a les dades personals', render: renderMyDataMail }],
  waiting: [{ page: '/admin/personal-data', count: countOpenRequests }],
  personalData,
  tables,
};
