import type { Feature } from '#app/feature.server.ts';

import { renderAnnouncementMail } from './service.server.ts';
import { tables } from './tables.ts';

export const announcements: Feature = {
  mailTemplates: [{ kind: 'announcement', name: 'Avís als assistents', inHistory: 'Avís als assistents', render: renderAnnouncementMail }],
  auditWords: { actions: { 'choice.keep': 'Conserva els tiquets després del canvi', 'choice.give_back': 'Torna els tiquets després del canvi' } },
  tables,
};
