import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  users: { erased: ['name', 'email', 'role', 'password_hash'] },
  user_rights: { erased: ['staff_right'] },
};
