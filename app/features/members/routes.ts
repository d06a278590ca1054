import type { Page } from '#app/platform/http/page.ts';

export const MEMBER_LIST_BYTES = 1024 * 1024;

export const staffPages: readonly Page[] = [
  {
    path: '/admin/users',
    screen: 'features/members/admin/admin-users.tsx',
    audience: { right: 'admin' },
    adminNav: { name: 'Usuaris', text: 'Socis, comissió i administradors.', order: 310 },
  },
  { path: '/admin/users/new', screen: 'features/members/admin/admin-user-new.tsx', audience: { right: 'admin' } },
  { path: '/admin/users/import', screen: 'features/members/admin/admin-users-import.tsx', audience: { right: 'admin' }, formBytes: MEMBER_LIST_BYTES },
  { path: '/admin/users/:userId', screen: 'features/members/admin/admin-user.tsx', audience: { right: 'admin' } },
];
