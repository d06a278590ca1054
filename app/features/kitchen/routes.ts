import type { Page } from '#app/http/page.ts';

export const pages: readonly Page[] = [{ path: '/admin/kitchen/:eventId', screen: 'features/kitchen/screens/kitchen-sheet.tsx', audience: { right: 'admin' } }];
