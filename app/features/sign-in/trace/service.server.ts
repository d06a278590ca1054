import { type AuditEntry, writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

type AccountEvent =
  | 'user.signed_in'
  | 'user.signed_out'
  | 'user.sign_in_failed'
  | 'user.session_ended'
  | 'user.sessions_ended'
  | 'user.password_changed'
  | 'user.password_reset'
  | 'user.passkey_added'
  | 'user.passkey_removed'
  | 'user.second_factor_on'
  | 'user.second_factor_off'
  | 'user.second_factor_reset'
  | 'user.recovery_codes_made'
  | 'user.recovery_code_used';

interface Happened {
  event: AccountEvent;
  userId: string;
  /** Defaults to the account itself. */
  actor?: string;
  detail?: AuditEntry['detail'];
}

/** Writes to the audit and the log. */
export async function traceAccount(deps: Pick<Deps, 'clock' | 'log'>, query: Query | Tx, happened: Happened): Promise<void> {
  const { event, userId, actor = `user:${userId}`, detail } = happened;
  deps.log.info({ userId, event, ...detail }, 'account');
  await writeAudit(query, { at: deps.clock.now(), actor, action: event, subject: 'user', subjectId: userId, ...(detail && { detail }) });
}
