import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  till_sessions: { kept: { note: 'what staff noted for the books', difference_reason: 'what staff noted for the books' }, impersonal: ['name'] },
  till_sales: { kept: { reason: 'what staff noted for the books' } },
  till_payouts: { impersonal: ['means'] },
  price_adjustments: { impersonal: ['means'] },
  till_counts: { kept: { reason: 'what staff noted for the books' }, impersonal: ['kind'] },
  till_movements: { kept: { reason: 'what staff noted for the books' } },
};
