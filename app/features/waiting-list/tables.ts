import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  waiting_parties: { erased: ['email'], impersonal: ['status'] },
  waiting_lists: {},
};
