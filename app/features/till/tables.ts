import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  till_sessions: { retained: { note: 'what staff noted for the books', difference_reason: 'what staff noted for the books' }, impersonal: ['name'] },
  till_sales: { retained: { reason: 'what staff noted for the books' } },
  till_payouts: { impersonal: ['means'] },
  price_adjustments: { impersonal: ['means'] },
  till_counts: { retained: { reason: 'what staff noted for the books' }, impersonal: ['kind'] },
  till_movements: { retained: { reason: 'what staff noted for the books' } },
};
