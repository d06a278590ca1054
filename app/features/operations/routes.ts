import type { Page } from '#app/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/estat',
    screen: 'features/operations/screens/admin-status.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Estat', text: 'Si tot funciona: correus, pagaments, còpies i disc.', icon: 'status', place: 340 },
  },
];
