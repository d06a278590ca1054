import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // The address opens an order to whoever has it.
  { path: '/canvi-de-plans', screen: 'features/announcements/choices/pages/holder-choice.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  { path: '/admin/events/plans/:eventId', screen: 'features/announcements/plans/admin/plan-change.tsx', audience: { right: 'admin' }, under: '/admin' },
  { path: '/admin/events/messages/:eventId', screen: 'features/announcements/admin/messages.tsx', audience: { right: 'admin' }, under: '/admin' },
];
