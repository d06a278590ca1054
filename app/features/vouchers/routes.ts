import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  { path: '/admin/codis', screen: 'features/vouchers/admin/admin-vouchers.tsx', audience: { right: 'admin' }, adminNav: { name: 'Codis', text: 'Descomptes, invitacions i claus d\'actes amagats.', order: 118 } },
  { path: '/admin/codis/:voucherId', screen: 'features/vouchers/admin/admin-voucher.tsx', audience: { right: 'admin' } },
  { path: '/admin/codis/:voucherId/imprimir', screen: 'features/vouchers/admin/prints/voucher-cards.tsx', audience: { right: 'admin' }, bare: true },
];
