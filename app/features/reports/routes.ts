import type { Page } from '#app/platform/http/page.ts';

const ADMIN = { right: 'admin' } as const;

export const staffPages: readonly Page[] = [
  {
    path: '/admin/totals',
    screen: 'features/reports/admin/admin-totals.tsx',
    audience: ADMIN,
    adminNav: { name: 'Totals', text: "Els comptes per dia, mitjà i categoria.", order: 160 },
  },
  { path: '/admin/sales/:eventId', screen: 'features/reports/admin/admin-sales.tsx', audience: ADMIN, under: '/admin/tickets' },
];
