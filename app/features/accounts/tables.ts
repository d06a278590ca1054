import type { Tables } from '#app/platform/adapters/db/table-facts.ts';

export const tables: Tables = {
  users: { erased: ['name', 'email', 'image', 'role', 'ban_reason'] },
  sessions: { erased: ['token', 'ip_address', 'user_agent', 'impersonated_by'] },
  accounts: { erased: ['account_id', 'provider_id', 'access_token', 'refresh_token', 'id_token', 'scope', 'password'] },
  verifications: { kept: { identifier: 'of the auth library: nothing here makes such rows', value: 'of the auth library: nothing here makes such rows' } },
  user_rights: { erased: ['staff_right'] },
  recovery_codes: { erased: ['code_hash'] },
  second_factors: { erased: ['sealed_secret'] },
  second_factor_codes: { erased: ['code_hash'] },
};
