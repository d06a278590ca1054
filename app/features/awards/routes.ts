import type { Page } from '#app/platform/http/page.ts';

const PHOTOS_BYTES = 64 * 1024 * 1024;

export const pages: readonly Page[] = [
  { path: '/premis', screen: 'features/awards/pages/awards.tsx', audience: 'anyone', head: 'night', sharedByGuests: true, nav: { text: 'Premis', order: 5 } },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/awards',
    screen: 'features/awards/admin/admin-awards.tsx',
    audience: { right: 'editor' },
    adminNav: { name: 'Premis', text: 'La història dels premis, any per any, amb fotos.', order: 240 },
  },
  { path: '/admin/awards/:awardId', screen: 'features/awards/admin/admin-award.tsx', audience: { right: 'editor' }, formBytes: PHOTOS_BYTES },
];
