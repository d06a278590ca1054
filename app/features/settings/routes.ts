import type { Page } from '#app/platform/http/page.ts';

const CREST_BYTES = 16 * 1024 * 1024;

export const staffPages: readonly Page[] = [
  {
    path: '/admin/settings',
    screen: 'features/settings/admin/admin-identity.tsx',
    audience: { right: 'admin' },
    formBytes: CREST_BYTES,
    adminNav: { name: 'Configuració', text: "Nom, escut, colors, contacte, textos i condicions de l'associació.", order: 450 },
  },
  { path: '/admin/settings/contact', screen: 'features/settings/admin/admin-contact.tsx', audience: { right: 'admin' } },
  { path: '/admin/settings/texts', screen: 'features/settings/admin/admin-texts.tsx', audience: { right: 'admin' } },
  { path: '/admin/settings/legal', screen: 'features/settings/admin/admin-legal.tsx', audience: { right: 'admin' }, formBytes: 512 * 1024 },
  { path: '/admin/settings/embed', screen: 'features/settings/admin/admin-embed.tsx', audience: { right: 'admin' } },
];
