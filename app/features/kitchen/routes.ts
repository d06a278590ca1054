import type { Page } from '#app/http/page.ts';

export const staffPages: readonly Page[] = [{ path: '/admin/kitchen/:eventId', screen: 'features/kitchen/screens/kitchen-sheet.tsx', audience: { right: 'admin' }, under: '/admin/tickets' }];
