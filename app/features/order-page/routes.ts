import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/order/:eventId', screen: 'features/order-page/pages/order/new-order.tsx', audience: 'anyone', head: 'poster', sharedByGuests: true, namesVisitor: true },
  { path: '/checkout/:eventId', screen: 'features/order-page/pages/checkout/checkout.tsx', audience: 'anyone', head: 'event', namesVisitor: true },
  { path: '/codi', screen: 'features/order-page/pages/code/events-of-code.tsx', audience: 'link_bearer', head: 'night' },
];
