import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  second_factors: { erased: ['sealed_secret'], erasedBy: 'members' },
  second_factor_codes: { erased: ['code_hash'], erasedBy: 'members' },
  passkeys: { erased: ['credential_id', 'public_key', 'name'], erasedBy: 'members' },
  passkey_challenges: { forgotten: ['challenge', 'session_token'], impersonal: ['purpose'] },
};
