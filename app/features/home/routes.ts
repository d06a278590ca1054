import type { Page } from '#app/platform/http/page.ts';

const IMAGE_BYTES = 16 * 1024 * 1024;

export const pages: readonly Page[] = [
  { path: '/', screen: 'features/home/pages/home.tsx', audience: 'anyone', sharedByGuests: true, nav: { text: 'Inici', order: 1 } },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/home',
    screen: 'features/home/admin/admin-home.tsx',
    audience: { right: 'editor' },
    adminNav: { name: 'Portada', text: 'Falleres, monument, patrocinadors i xifres de la pàgina d\'inici.', order: 230 },
  },
  { path: '/admin/home/:blockId', screen: 'features/home/admin/admin-home-block.tsx', audience: { right: 'editor' }, formBytes: IMAGE_BYTES },
];
