import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  shifts: { forgotten: ['note'], impersonal: ['kind'] },
  shift_signups: { erased: ['state'] },
};
