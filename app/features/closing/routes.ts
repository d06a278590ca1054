import type { Page } from '#app/platform/http/page.ts';

const ADMIN = { right: 'admin' } as const;

export const staffPages: readonly Page[] = [
  { path: '/admin/closing', screen: 'features/closing/admin/season-closing.tsx', audience: ADMIN, under: '/admin/totals' },
  { path: '/admin/events/closing/:eventId', screen: 'features/closing/admin/event-closing.tsx', audience: ADMIN, under: '/admin/totals' },
];
