import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  { path: '/admin/kitchen/:eventId', screen: 'features/kitchen/admin/kitchen-sheet.tsx', audience: { right: 'admin' }, under: '/admin/tickets' },
  { path: '/admin/kitchen/:eventId/cards', screen: 'features/kitchen/admin/kitchen-cards.tsx', audience: { right: 'admin' }, under: '/admin/tickets' },
];
