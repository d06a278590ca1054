import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [{ path: '/admin/events/day/:eventId', screen: 'features/event-day/admin/event-day.tsx', audience: { right: 'admin' }, under: '/admin' }];
