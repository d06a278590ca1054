import type { Page, Panel } from '#app/platform/http/page.ts';

import { EVENT_FORM_BYTES } from './admin/form-bytes.ts';

export const pages: readonly Page[] = [
  { path: '/tickets', screen: 'features/events/pages/tickets.tsx', audience: 'anyone', sharedByGuests: { query: 'event' }, nav: { text: 'Tiquets', order: 4 } },
  { path: '/calendar', screen: 'features/events/pages/calendar.tsx', audience: 'anyone', head: 'night', sharedByGuests: true, nav: { text: 'Calendari', order: 3 } },
];

export const staffPages: readonly Page[] = [
  { path: '/admin/events/new', screen: 'features/events/admin/admin-event-new.tsx', audience: { right: 'admin' }, under: '/admin', formBytes: EVENT_FORM_BYTES },
  { path: '/admin/events/edit/:eventId', screen: 'features/events/admin/admin-event-edit.tsx', audience: { right: 'admin' }, under: '/admin', formBytes: EVENT_FORM_BYTES },
  { path: '/admin/events/menus/:eventId', screen: 'features/events/admin/admin-event-menus.tsx', audience: { right: 'admin' }, under: '/admin', formBytes: 512 * 1024 },
];

export const panels: readonly Panel[] = [{ on: '/admin', screen: 'features/events/admin/admin-events-panel.tsx' }];
