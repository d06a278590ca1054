import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  sessions: { erased: ['token', 'user_agent'], erasedBy: 'members' },
  recovery_codes: { erased: ['code_hash'], erasedBy: 'members' },
};
