import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [{ path: '/torns', screen: 'features/shifts/pages/my-shifts.tsx', audience: 'member', head: 'night' }];

export const staffPages: readonly Page[] = [
  { path: '/admin/torns', screen: 'features/shifts/admin/admin-shift-events.tsx', audience: { right: 'admin' }, adminNav: { name: 'Torns', text: 'Qui fa la barra, la porta, la cuina i la taquilla.', order: 124 } },
  { path: '/admin/torns/:eventId', screen: 'features/shifts/admin/admin-shifts.tsx', audience: { right: 'admin' } },
  { path: '/admin/torns/:eventId/imprimir', screen: 'features/shifts/admin/shifts-print.tsx', audience: { right: 'admin' } },
  { path: '/admin/torns/:eventId/:shiftId', screen: 'features/shifts/admin/admin-shift.tsx', audience: { right: 'admin' } },
];
