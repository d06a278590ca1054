import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/avisam/:eventId', screen: 'features/waiting-list/pages/join.tsx', audience: 'anyone', head: 'night' },
  // The address opens an entry to whoever has it.
  { path: '/avisam/lloc', screen: 'features/waiting-list/pages/own-entry.tsx', audience: 'link_bearer', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/waiting-list/:eventId?',
    screen: 'features/waiting-list/admin/admin-waiting-list.tsx',
    audience: { right: 'admin' },
    adminNav: { name: "Llistes d'espera", text: 'Qui espera lloc per als actes esgotats.', order: 125 },
  },
];
