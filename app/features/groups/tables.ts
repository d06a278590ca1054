import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  event_groups: { forgotten: ['name'], impersonal: ['code'] },
  order_groups: { erased: ['first_name'], impersonal: ['refused'] },
};
