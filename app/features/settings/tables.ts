import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  site_settings: { retained: { content: "the association's own contact" }, impersonal: ['section'] },
  legal_texts: { impersonal: ['version', 'terms', 'privacy'] },
};
