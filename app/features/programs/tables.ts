import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  api_tokens: { forgotten: ['name', 'prefix', 'token_hash'], impersonal: ['scopes'] },
  webhooks: { impersonal: ['url', 'events', 'sealed_secret'] },
  webhook_deliveries: { erased: ['subject', 'data'], impersonal: ['type', 'failure'] },
  webhook_subjects: { forgotten: ['subject'] },
};
