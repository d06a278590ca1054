import type { Tables } from './table-facts.ts';

export const PLATFORM_TABLES: Tables = {
  status_moves: { impersonal: ['subject', 'from_status', 'to_status'] },
  audit: {
    retained: { actor: 'an id: no row of the audit can be erased', subject_id: 'an id: no row of the audit can be erased', detail: 'sums, states and masked addresses: no row of the audit can be erased' },
    impersonal: ['action', 'subject'],
  },
  audit_chain: {},
  provider_pace: { impersonal: ['provider'] },
  limited_acts: { forgotten: ['key'] },
  demo_events: { impersonal: ['key'] },
  sandbox_sessions: { impersonal: ['id', 'idempotency_key', 'reference', 'currency', 'description', 'success_url', 'cancel_url', 'status'] },
  sandbox_charges: { impersonal: ['id', 'session_id'] },
  sandbox_refunds: { impersonal: ['id', 'charge_id', 'idempotency_key'] },
  sandbox_events: { impersonal: ['id', 'type', 'session_id'] },
  schema_migrations: { impersonal: ['name', 'checksum'] },
  schema_functions: { impersonal: ['checksum', 'files'] },
};
