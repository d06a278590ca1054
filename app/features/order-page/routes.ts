import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/order/:eventId', screen: 'features/checkout/pages/order/new-order.tsx', audience: 'anyone', head: 'poster', sharedByGuests: true, namesVisitor: true },
  { path: '/checkout/:eventId', screen: 'features/checkout/pages/checkout/checkout.tsx', audience: 'anyone', head: 'event', namesVisitor: true },
  // Its address opens an order to whoever has it.
  { path: '/payment-success', screen: 'features/checkout/pages/result/payment-success.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
  { path: '/pay/:orderId', screen: 'features/checkout/pages/pay/pay-turn.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];
