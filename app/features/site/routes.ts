import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/contact', screen: 'features/site/pages/contact.tsx', audience: 'anyone', sharedByGuests: true, nav: { text: 'Contacte', order: 7 } },
  { path: '/condicions', screen: 'features/site/pages/legal-page.tsx', id: 'terms', audience: 'anyone', sharedByGuests: true },
  { path: '/privacitat', screen: 'features/site/pages/legal-page.tsx', id: 'privacy', audience: 'anyone', sharedByGuests: true },
  { path: '/*', screen: 'features/site/errors/unknown-path.tsx', audience: 'anyone', bare: true },
];

export const staffPages: readonly Page[] = [
  { path: '/admin', screen: 'features/site/admin/admin.tsx', audience: 'staff', adminNav: { name: 'Panell', text: 'Tot el que es pot fer.', order: 100 } },
  { path: '/admin/search', screen: 'features/site/admin/search/search.tsx', audience: 'staff', under: '/admin' },
];
