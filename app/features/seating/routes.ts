import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  { path: '/admin/taules', screen: 'features/seating/admin/admin-halls.tsx', audience: { right: 'admin' }, adminNav: { name: 'Taules', text: 'Qui seu on: colles, sala i repartiment.', order: 122 } },
  { path: '/admin/taules/:eventId', screen: 'features/seating/admin/admin-seating.tsx', audience: { right: 'admin' } },
  { path: '/admin/taules/:eventId/sala', screen: 'features/seating/admin/admin-hall.tsx', audience: { right: 'admin' } },
  { path: '/admin/taules/:eventId/imprimir/:paper', screen: 'features/seating/prints/seating-print.tsx', audience: { right: 'admin' }, bare: true },
];
