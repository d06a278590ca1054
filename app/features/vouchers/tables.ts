import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  vouchers: { forgotten: ['note'], impersonal: ['kind', 'per', 'category'] },
  voucher_events: {},
  voucher_codes: { impersonal: ['code', 'label'] },
};
