import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [{ path: '/admin/kitchen/:eventId', screen: 'features/kitchen/admin/kitchen-sheet.tsx', audience: { right: 'admin' }, under: '/admin/tickets' }];
