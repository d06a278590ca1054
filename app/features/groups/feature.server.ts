import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { personalData } from './personal-data.server.ts';
import { deleteEmptyGroups, eraseGroupsOfEventsBefore } from './store.server.ts';
import { tables } from './tables.ts';

export const groups: Feature = {
  calls,
  forgets: [
    { title: 'Oblidar colles on no seu ningú', after: { hours: 24, of: 'de crear-la' }, delete: (query, { instant }) => deleteEmptyGroups(query, instant) },
    { title: 'Oblidar colles i noms passats', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseGroupsOfEventsBefore(query, day) },
  ],
  auditWords: {
    actions: {
      'group.joined': "S'ha unit a una colla",
      'group.left': 'Ha deixat la colla',
      'group.renamed': 'Colla canviada',
      'group.merged': 'Colles ajuntades',
      'group.deleted': 'Colla esborrada',
    },
  },
  personalData,
  tables,
};
