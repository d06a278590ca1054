import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // `?order_id=` opens it with the order's link, `?clau=` with a transfer's key.
  { path: '/necessitats/:ticketNumber', screen: 'features/needs/pages/needs.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [{ path: '/admin/necessitats/:eventId', screen: 'features/needs/admin/admin-needs.tsx', audience: { right: 'admin' }, under: '/admin/tickets' }];
