import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  idempotency_keys: { forgotten: ['key', 'request_hash', 'answer'], impersonal: ['scope'] },
  member_quotas: {},
  voucher_uses: { impersonal: ['code'] },
};
