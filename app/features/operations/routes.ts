import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/estat',
    screen: 'features/operations/admin/admin-health.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Estat', text: 'Si tot funciona: correus, pagaments, còpies i disc.', order: 340 },
  },
];
