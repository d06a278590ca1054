import { PASSWORD_PAGE } from '#app/domain/people/session/recent-password.ts';
import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import type { Page } from '#app/platform/http/page.ts';

export const MEMBER_LIST_BYTES = 1024 * 1024;

export const pages: readonly Page[] = [
  { path: '/login', screen: 'features/sign-in/pages/login.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/login/codi', screen: 'features/second-factor/pages/login-code.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/logout', screen: 'features/sign-in/pages/logout.tsx', audience: 'anyone', noReturn: true, bare: true },
  { path: '/change-password', screen: 'features/sign-in/pages/change-password.tsx', audience: 'member', head: 'night' },
  { path: '/dispositius', screen: 'features/sign-in/devices/pages/devices.tsx', audience: 'member', head: 'night' },
  { path: SECOND_FACTOR_PAGE, screen: 'features/second-factor/pages/second-factor.tsx', audience: 'member', head: 'night' },
  { path: PASSWORD_PAGE, screen: 'features/sign-in/password-proof/pages/confirm-password.tsx', audience: 'member', head: 'night', noReturn: true },
  { path: '/forgot-password', screen: 'features/sign-in/pages/forgot-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/reset-password', screen: 'features/sign-in/pages/reset-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/users',
    screen: 'features/members/admin/admin-users.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Usuaris', text: 'Socis, comissió i administradors.', icon: 'users', place: 310 },
  },
  { path: '/admin/users/new', screen: 'features/members/admin/admin-user-new.tsx', audience: { right: 'admin' } },
  { path: '/admin/users/import', screen: 'features/members/admin/admin-users-import.tsx', audience: { right: 'admin' }, formBytes: MEMBER_LIST_BYTES },
  { path: '/admin/users/:userId', screen: 'features/members/admin/admin-user.tsx', audience: { right: 'admin' } },
];
