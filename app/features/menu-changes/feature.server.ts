import type { Feature } from '#app/feature.server.ts';

import { tables } from './tables.ts';

export const menuChanges: Feature = {
  auditWords: { actions: { 'ticket.menu_changed': 'Plats canviats', 'ticket.difference_forgiven': 'Plats canviats, la diferència es perdona' } },
  tables,
};
