import type { Page } from '#app/http/page.ts';

const ADMIN = { right: 'admin' } as const;

export const staffPages: readonly Page[] = [
  {
    path: '/admin/totals',
    screen: 'features/reports/totals/admin-totals.tsx',
    audience: ADMIN,
    adminNav: { name: 'Totals', text: "Els comptes per dia, mitjà i categoria.", icon: 'payments', place: 160 },
  },
  { path: '/admin/sales/:eventId', screen: 'features/reports/sales/admin-sales.tsx', audience: ADMIN, under: '/admin/tickets' },
];
