import type { SearchSource } from '#app/feature.server.ts';

import { selectUsers } from './users-store.server.ts';

const MOST_FOUND = 8;

export const userSearch: SearchSource = {
  right: 'admin',
  name: 'Usuaris',
  async find(deps, text) {
    const users = await selectUsers(deps.db.query, { search: text, role: null }, { limit: MOST_FOUND, offset: 0 });
    return users.map(({ id, name, email }) => ({ to: `/admin/users/${id}`, title: name, detail: email }));
  },
};
