import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/mails',
    screen: 'features/admin-mails/admin/admin-mails.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Correus', text: 'Què ha arribat i què no.', order: 330 },
  },
];
