import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/tickets/:eventId?',
    screen: 'features/admin-orders/admin/admin-tickets.tsx',
    id: 'admin-tickets',
    audience: { right: 'admin' },
    adminNav: { name: 'Comandes', text: 'Qui ha comprat què, i què demana.', order: 120 },
  },
  { path: '/admin/orders/:orderId', screen: 'features/admin-orders/admin/admin-order.tsx', audience: { right: 'admin' }, under: '/admin/tickets' },
];
