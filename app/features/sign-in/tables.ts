import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  sessions: { erased: ['token', 'user_agent'], erasedBy: 'members' },
  sign_in_links: { erased: ['code_hash', 'email', 'browser_hash'] },
  recovery_codes: { erased: ['code_hash'], erasedBy: 'members' },
};
