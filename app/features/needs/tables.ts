import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  ticket_needs: { erased: ['codes', 'other', 'first_name'], retained: { consent_version: 'what was agreed to, as proof' }, impersonal: ['ticket_id'] },
};
