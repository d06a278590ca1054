import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/les-meues-dades', screen: 'features/personal-data/pages/my-data.tsx', audience: 'link_bearer', head: 'night' },
  { path: '/les-meues-dades/obrir', screen: 'features/personal-data/pages/open-my-data.tsx', audience: 'link_bearer', head: 'night' },
  { path: '/les-meues-dades/tancar', screen: 'features/personal-data/pages/close-account.tsx', audience: 'link_bearer', head: 'night' },
  { path: '/les-meues-dades/dades.json', screen: 'features/personal-data/pages/my-data-download.tsx', audience: 'link_bearer', bare: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/personal-data',
    screen: 'features/personal-data/admin/data-requests.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Dades personals', text: 'Què demana la gent sobre les seues dades.', order: 320 },
  },
  { path: '/admin/personal-data/:requestId', screen: 'features/personal-data/admin/data-request.tsx', audience: { right: 'admin' } },
];
