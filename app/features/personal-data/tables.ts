import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  my_data_links: { erased: ['token_hash', 'email'] },
  data_requests: { erased: ['email', 'words'], impersonal: ['kind', 'via', 'status'] },
};
