import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // The pass stands behind the `#`, which browsers never send.
  { path: '/porta', screen: 'features/door/pages/pass-door.tsx', audience: 'anyone', bare: true, wasm: true, noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/ticket-verification',
    screen: 'features/door/pages/ticket-verification.tsx',
    audience: { right: 'door' },
    bare: true,
    wasm: true,
    adminNav: { name: 'Verificar Tiquets', text: 'La porta: qui entra i qui ja ha entrat.', place: 140 },
  },
  {
    path: '/admin/passes',
    screen: 'features/door/passes/admin/admin-passes.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Passes de porta', text: 'Enllaços per a qui fa la porta sense compte.', place: 150 },
  },
];
