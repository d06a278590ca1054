import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  payments: { impersonal: ['provider', 'idempotency_key', 'status', 'currency', 'provider_session', 'payment_url', 'means', 'provider_payment'] },
  payment_events: { impersonal: ['id', 'provider', 'type', 'outcome'] },
  refunds: {
    retained: { last_error: "the provider's code or words, for the books" },
    impersonal: ['charge', 'idempotency_key', 'reason', 'status', 'provider_refund'],
  },
  payment_cases: { retained: { facts: 'sums and codes, for the books', detail: 'words of cases from before, for the books' }, impersonal: ['kind', 'reference'] },
  reconciliations: {},
  provider_feeds: { impersonal: ['provider'] },
};
