import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/colla/:code', screen: 'features/groups/pages/group-page.tsx', audience: 'link_bearer', head: 'night', noReturn: true },
  // `?order_id=` opens it with the order's link, `?clau=` with a transfer's key.
  { path: '/la-meua-colla', screen: 'features/groups/pages/own-group.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  { path: '/admin/colles/:eventId', screen: 'features/groups/admin/admin-groups.tsx', audience: { right: 'admin' }, under: '/admin/taules' },
];
