import { PASSWORD_PAGE } from '#app/domain/people/session/recent-password.ts';
import type { Page } from '#app/platform/http/page.ts';

export const pages: readonly Page[] = [
  { path: '/login', screen: 'features/sign-in/pages/login.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/login/enllac', screen: 'features/sign-in/link/pages/ask-link.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/login/entra', screen: 'features/sign-in/link/pages/open-link.tsx', audience: 'link_bearer', head: 'night', noReturn: true },
  { path: '/logout', screen: 'features/sign-in/pages/logout.tsx', audience: 'anyone', noReturn: true, bare: true },
  { path: '/change-password', screen: 'features/sign-in/pages/change-password.tsx', audience: 'member', head: 'night' },
  { path: '/dispositius', screen: 'features/sign-in/devices/pages/devices.tsx', audience: 'member', head: 'night' },
  { path: PASSWORD_PAGE, screen: 'features/sign-in/password-proof/pages/confirm-password.tsx', audience: 'member', head: 'night', noReturn: true },
  { path: '/forgot-password', screen: 'features/sign-in/pages/forgot-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/reset-password', screen: 'features/sign-in/pages/reset-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
];
