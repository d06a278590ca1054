import { data } from 'react-router';

import { adminLoader } from '#app/design/admin-kit/server/admin-action.server.ts';
import { staffOf } from '#app/design/admin-kit/server/staff-request.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';

import { listUsers, type UserPage } from '../users.server.ts';
import type { Route } from './+types/admin-users.ts';
import { MAX_SEARCH, readRole } from './admin-user-words.ts';

export interface UsersData extends UserPage {
  search: string;
  role: Role | null;
}

export const loader = adminLoader('admin', async ({ deps, staff, query }): Promise<UsersData> => {
  const search = (query.get('q') ?? '').trim().slice(0, MAX_SEARCH);
  const role = readRole(query.get('role'));
  return { ...(await listUsers(deps, staff, { search, role, page: requestedPage(query) })), search, role };
});

export function action(args: Route.ActionArgs): never {
  staffOf(args, 'admin');
  throw data(null, { status: 405 });
}
