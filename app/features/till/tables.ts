import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  till_sessions: { kept: { note: 'what staff noted for the books' }, impersonal: ['name'] },
  till_sales: { kept: { reason: 'what staff noted for the books' } },
  till_payouts: { impersonal: ['means'] },
  till_movements: { kept: { reason: 'what staff noted for the books' } },
};
