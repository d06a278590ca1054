import type { Page } from '#app/platform/http/page.ts';

import { FORM_BYTES } from './admin/form-bytes.ts';

export const pages: readonly Page[] = [
  { path: '/news', screen: 'features/news/pages/news.tsx', audience: 'anyone', head: 'night', sharedByGuests: true, nav: { text: 'Notícies', order: 2 } },
  { path: '/news/:newsId', screen: 'features/news/pages/news-item.tsx', audience: 'anyone' },
];

export const staffPages: readonly Page[] = [
  { path: '/admin/news', screen: 'features/news/admin/admin-news.tsx', audience: { right: 'editor' }, adminNav: { name: 'Notícies', text: 'Escriure, publicar i retirar notícies.', order: 210 } },
  { path: '/admin/news/new', screen: 'features/news/admin/admin-news-new.tsx', audience: { right: 'editor' }, formBytes: FORM_BYTES },
  { path: '/admin/news/:newsId', screen: 'features/news/admin/admin-news-edit.tsx', audience: { right: 'editor' }, formBytes: FORM_BYTES },
];
