import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  evening_passes: { forgotten: ['name', 'token_hash'] },
  evening_pass_events: {},
};
