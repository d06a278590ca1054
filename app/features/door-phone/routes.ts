import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  // The pass follows the `#`, which browsers never send.
  { path: '/porta', screen: 'features/door-phone/pages/pass-door.tsx', audience: 'anyone', bare: true, wasm: true, noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/ticket-verification',
    screen: 'features/door-phone/pages/ticket-verification.tsx',
    audience: { right: 'door', orShift: true, orEndedShift: true },
    bare: true,
    wasm: true,
    adminNav: { name: 'Verificar Tiquets', text: 'La porta: qui entra i qui ja ha entrat.', order: 140 },
  },
];
