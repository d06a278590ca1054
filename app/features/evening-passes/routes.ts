import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/passes',
    screen: 'features/evening-passes/admin/admin-passes.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Passes de porta', text: 'Enllaços per a qui fa la porta sense compte.', order: 150 },
  },
];
