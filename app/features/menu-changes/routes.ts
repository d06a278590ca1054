import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // `?order_id=` opens it with the order's link, `?clau=` with a transfer's key.
  { path: '/canviar-plats/:ticketNumber', screen: 'features/menu-changes/pages/change-dishes.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  { path: '/admin/orders/:orderId/plats/:ticketNumber', screen: 'features/menu-changes/admin/admin-change-dishes.tsx', audience: { right: 'admin' }, under: '/admin/tickets' },
];
