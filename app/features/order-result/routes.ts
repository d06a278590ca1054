import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // The address opens an order to whoever has it.
  { path: '/payment-success', screen: 'features/order-result/pages/payment-success.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
  { path: '/pay/:orderId', screen: 'features/order-result/pages/pay/payment-queue.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];
