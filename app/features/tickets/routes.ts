import type { Page, Panel } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/my-tickets', screen: 'features/tickets/my-tickets/pages/my-tickets.tsx', audience: 'member', head: 'night' },
  { path: '/tiquet-perdut', screen: 'features/tickets/recovery/pages/lost-ticket.tsx', audience: 'anyone', head: 'night' },
  { path: '/tiquet-perdut/obrir', screen: 'features/tickets/recovery/pages/lost-ticket-open.tsx', audience: 'link_bearer', head: 'night' },
  { path: '/tiquet-perdut/tiquets', screen: 'features/tickets/recovery/pages/lost-ticket-found.tsx', audience: 'link_bearer', head: 'night' },
  { path: '/tiquet-perdut/tiquets.pdf', screen: 'features/tickets/recovery/pages/lost-ticket-print.tsx', audience: 'link_bearer', bare: true },
  // The address opens an order to whoever has it.
  { path: '/donar-tiquet', screen: 'features/tickets/transfer/pages/transfer-tickets.tsx', audience: 'order_bearer', head: 'night', noReturn: true },
  { path: '/regal', screen: 'features/tickets/transfer/pages/take-ticket.tsx', audience: 'link_bearer', head: 'night', noReturn: true },
  { path: '/regal/tiquet', screen: 'features/tickets/transfer/pages/received-ticket.tsx', audience: 'link_bearer', head: 'night', noReturn: true },
];

export const panels: readonly Panel[] = [{ on: '/tickets', screen: 'features/tickets/admin/qr-generator-panel.tsx' }];
