import type { Page } from '#app/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/news', screen: 'features/news/screens/news.tsx', audience: 'anyone', head: 'night', sharedByGuests: true, nav: { text: 'Notícies', place: 2 } },
  { path: '/news/:newsId', screen: 'features/news/screens/news-item.tsx', audience: 'anyone' },
];
