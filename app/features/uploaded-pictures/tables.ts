import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  event_pictures: {},
};
