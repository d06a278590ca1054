import { adminAction, adminLoader, askPasswordPastFirstPage } from '#app/design/admin-kit/server/admin-action.server.ts';
import type { Role } from '#app/domain/people/roles.ts';
import { requestedPage } from '#app/design/ui/layout/pager.tsx';

import { inviteAll, listUsers, readWithoutPassword, type UserPage } from '../users.server.ts';
import { MAX_USER_SEARCH, readRole } from './admin-user-words.ts';

export interface UsersData extends UserPage {
  search: string;
  role: Role | null;
  withoutPassword: number;
}

export const loader = adminLoader('admin', async (request): Promise<UsersData> => {
  askPasswordPastFirstPage(request);
  const { deps, staff, query } = request;
  const search = (query.get('q') ?? '').trim().slice(0, MAX_USER_SEARCH);
  const role = readRole(query.get('role'));
  const [page, withoutPassword] = await Promise.all([listUsers(deps, staff, { search, role, page: requestedPage(query) }), readWithoutPassword(deps, staff)]);
  return { ...page, search, role, withoutPassword };
});

export const action = adminAction({
  right: 'admin',
  touches: { 'invite-all': 'everybody' },
  intents: {
    async 'invite-all'({ deps, staff, answer, done }) {
      return answer(await inviteAll(deps, staff), { done: ({ invited }) => done('/admin/users', invitedText(invited)) });
    },
  },
});

function invitedText(invited: number): string {
  if (invited === 0) return 'No hi havia ningú per convidar: tots tenen contrasenya o ja han rebut un enllaç hui.';
  return invited === 1 ? "S'ha enviat 1 invitació." : `S'han enviat ${invited} invitacions.`;
}
