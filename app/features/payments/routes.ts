import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/dev/pay/:paymentId', screen: 'features/payments/pages/dev-pay.tsx', audience: 'demo', bare: true, noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/payments',
    screen: 'features/payments/admin/admin-payments.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Pagaments', text: 'Cobraments que has de mirar tu.', order: 320 },
  },
];
