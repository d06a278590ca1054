import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/login/codi', screen: 'features/second-factor/pages/login-code.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: SECOND_FACTOR_PAGE, screen: 'features/second-factor/pages/second-factor.tsx', audience: 'member', head: 'night' },
  { path: '/claus-acces', screen: 'features/second-factor/passkeys/pages/passkeys.tsx', audience: 'member', head: 'night' },
];
