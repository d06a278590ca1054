import type { Page } from '#app/platform/http/page.ts';

import { AT_THE_TILL, OWN_DRAWER } from '#app/platform/http/shift-audiences.ts';

const TILL = { right: 'till' } as const;

export const staffPages: readonly Page[] = [
  {
    path: '/admin/till',
    screen: 'features/till/admin/till-home.tsx',
    audience: OWN_DRAWER,
    adminNav: { name: 'Taquilla', text: 'Vendre en persona, i tancar la caixa.', order: 130 },
  },
  { path: '/admin/owed', screen: 'features/till/admin/owed/owed.tsx', audience: TILL, under: '/admin/till' },
  { path: '/admin/till/:sessionId', screen: 'features/till/admin/desk/till-desk.tsx', audience: OWN_DRAWER },
  { path: '/admin/till/:sessionId/cash', screen: 'features/till/admin/cash/till-cash.tsx', audience: AT_THE_TILL },
  { path: '/admin/till/:sessionId/close', screen: 'features/till/admin/closing/till-close.tsx', audience: OWN_DRAWER },
  { path: '/admin/till/:sessionId/correct', screen: 'features/till/admin/closing/till-correct.tsx', audience: { right: 'admin' } },
  { path: '/admin/till/:sessionId/sales/:orderId', screen: 'features/till/admin/sale/till-sale.tsx', audience: AT_THE_TILL },
  { path: '/admin/till/:sessionId/sales/:orderId/print', screen: 'features/till/admin/sale/till-print.tsx', audience: AT_THE_TILL, bare: true },
];
