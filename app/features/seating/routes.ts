import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  { path: '/admin/taules', screen: 'features/seating/admin/admin-halls.tsx', audience: { right: 'admin' }, adminNav: { name: 'Taules', text: 'Qui seu on: colles, sala i repartiment.', order: 122 } },
  { path: '/admin/taules/:eventId', screen: 'features/seating/admin/admin-seating.tsx', audience: { right: 'admin' } },
  { path: '/admin/taules/:eventId/sala', screen: 'features/seating/admin/admin-hall.tsx', audience: { right: 'admin' } },
  { path: '/admin/taules/:eventId/imprimir/:paper', screen: 'features/seating/admin/prints/seating-print.tsx', audience: { right: 'admin' }, bare: true },
  { path: '/admin/seure/:eventId?', screen: 'features/seating/admin/night/seat-at-door.tsx', audience: { right: 'door' }, under: '/admin/ticket-verification' },
  { path: '/admin/till-seure/:eventId', screen: 'features/seating/admin/night/seat-at-till.tsx', audience: { right: 'till' }, under: '/admin/till' },
];
