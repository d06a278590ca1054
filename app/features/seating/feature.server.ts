import type { Feature } from '#app/feature.server.ts';

import { calls } from './api.server.ts';
import { notifyOnTheDay } from './publishing.server.ts';
import { eraseVersionsBefore } from './store.server.ts';
import { renderTablesMail } from './tables-notice.server.ts';
import { tables } from './tables.ts';

const LOOK_EVERY_MS = 60_000;

export const seating: Feature = {
  calls,
  jobs: ({ deps }) => [{ name: 'table notices', title: 'Avisar de canvis de taula', everyMs: LOOK_EVERY_MS, round: () => notifyOnTheDay(deps) }],
  forgets: [{ title: 'Oblidar repartiments de taules vells', after: { days: 30, of: "de l'acte" }, delete: (query, { day }) => eraseVersionsBefore(query, day) }],
  mailTemplates: [{ kind: 'tables', name: 'Taules', inHistory: 'Avís de la taula', render: renderTablesMail }],
  auditWords: {
    actions: {
      'seating.hall_changed': 'Sala canviada',
      'seating.arranged': 'Taules repartides',
      'seating.moved': 'Gent canviada de taula',
      'seating.undone': 'Repartiment desfet',
      'seating.published': 'Taules publicades',
      'seating.unpublished': 'Taules despublicades',
      'seating.told': 'Canvis de taula avisats',
      'ticket.seated': 'Assegut a la nit',
    },
  },
  tables,
};
