import { PASSWORD_PAGE } from '#app/domain/people/session/recent-password.ts';
import { SECOND_FACTOR_PAGE } from '#app/domain/people/session/second-factor.ts';
import type { Page } from '#app/platform/http/page.ts';

export const MEMBER_LIST_BYTES = 1024 * 1024;

export const pages: readonly Page[] = [
  { path: '/login', screen: 'features/accounts/pages/login.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/login/codi', screen: 'features/accounts/second-factor/pages/login-code.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/logout', screen: 'features/accounts/pages/logout.tsx', audience: 'anyone', noReturn: true, bare: true },
  { path: '/change-password', screen: 'features/accounts/pages/change-password.tsx', audience: 'member', head: 'night' },
  { path: '/dispositius', screen: 'features/accounts/devices/pages/devices.tsx', audience: 'member', head: 'night' },
  { path: SECOND_FACTOR_PAGE, screen: 'features/accounts/second-factor/pages/second-factor.tsx', audience: 'member', head: 'night' },
  { path: PASSWORD_PAGE, screen: 'features/accounts/password-proof/pages/confirm-password.tsx', audience: 'member', head: 'night', noReturn: true },
  { path: '/forgot-password', screen: 'features/accounts/pages/forgot-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
  { path: '/reset-password', screen: 'features/accounts/pages/reset-password.tsx', audience: 'anyone', head: 'night', noReturn: true },
];

export const staffPages: readonly Page[] = [
  {
    path: '/admin/users',
    screen: 'features/accounts/members/admin/admin-users.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Usuaris', text: 'Socis, comissió i administradors.', place: 310 },
  },
  { path: '/admin/users/new', screen: 'features/accounts/members/admin/admin-user-new.tsx', audience: { right: 'admin' } },
  { path: '/admin/users/import', screen: 'features/accounts/members/admin/admin-users-import.tsx', audience: { right: 'admin' }, formBytes: MEMBER_LIST_BYTES },
  { path: '/admin/users/:userId', screen: 'features/accounts/members/admin/admin-user.tsx', audience: { right: 'admin' } },
];
