import type { Page } from '#app/platform/http/page.ts';

export const staffPages: readonly Page[] = [
  {
    path: '/admin/programs',
    screen: 'features/programs/admin/admin-tokens.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Programes', text: "Tokens i avisos per a la web de l'associació i altres programes.", order: 460 },
  },
  { path: '/admin/programs/webhooks', screen: 'features/programs/admin/admin-webhooks.tsx', audience: { right: 'admin' } },
  { path: '/admin/programs/webhooks/:webhookId', screen: 'features/programs/admin/admin-webhook.tsx', audience: { right: 'admin' } },
];
