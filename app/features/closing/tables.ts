import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  event_closings: {},
  event_costs: { retained: { words: 'what the association spent, for the books' } },
};
