import type { Page } from '#app/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/tickets', screen: 'features/events/screens/tickets.tsx', audience: 'anyone', sharedByGuests: true, nav: { text: 'Tiquets', place: 4 } },
  { path: '/calendar', screen: 'features/events/screens/calendar.tsx', audience: 'anyone', sharedByGuests: true, nav: { text: 'Calendari', place: 3 } },
];
