import type { Page } from '#app/http/page.ts';

export const pages: readonly Page[] = [
  {
    path: '/admin/payments',
    screen: 'features/payments/screens/admin-payments.tsx',
    audience: { right: 'admin' },
    adminCard: { name: 'Pagaments per revisar', text: 'Cobraments que has de mirar tu.', art: '💶', place: 20 },
  },
  { path: '/dev/pay/:paymentId', screen: 'features/payments/screens/dev-pay.tsx', audience: 'demo', bare: true, noReturn: true },
];
