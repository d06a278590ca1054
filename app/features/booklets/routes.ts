import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/llibrets', screen: 'features/booklets/pages/booklets.tsx', audience: 'anyone', head: 'night', sharedByGuests: true, nav: { text: 'Llibrets', order: 6 } },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/llibrets',
    screen: 'features/booklets/admin/admin-booklets.tsx',
    audience: { right: 'editor' },
    adminNav: { name: 'Llibrets', text: "Els llibrets de cada any i l'espai que ocupen.", order: 220 },
  },
  { path: '/admin/llibrets/new', screen: 'features/booklets/admin/admin-booklet-new.tsx', audience: { right: 'editor' } },
  { path: '/admin/llibrets/edit/:bookletId', screen: 'features/booklets/admin/admin-booklet-edit.tsx', audience: { right: 'editor' } },
];
