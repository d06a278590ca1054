import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  ticket_transfers: { erased: ['email'], impersonal: ['ticket_id', 'key_hash'] },
  ticket_links: { erased: ['token_hash', 'email'] },
};
