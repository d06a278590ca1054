import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  balance_moves: { impersonal: ['id', 'provider', 'kind', 'charge', 'payout'] },
  payouts: { impersonal: ['id', 'provider', 'status'] },
  balance_readings: { impersonal: ['provider'] },
};
