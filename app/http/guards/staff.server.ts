import { type AuditEntry, writeAudit } from '#app/adapters/db/audit.server.ts';
import type { Tx } from '#app/adapters/db/database.server.ts';
import { type Right, rightsOf } from '#app/domain/people/rights.ts';
import type { Deps } from '#app/deps.server.ts';

import type { AdminId, Staff } from './guards.server.ts';
import { lockActiveAdmins, lockActiveRole, selectGrantedRights } from './staff-store.server.ts';

/** Whoever asks had the right when the request came, and has it no more. */
export interface RightLost {
  outcome: 'refused';
  reason: 'right_lost';
}

export interface StaffWork {
  now: Date;
  /** Writes the row that says who did what to which subject. */
  tell(entry: Omit<AuditEntry, 'at' | 'actor'>): Promise<void>;
}

/** Runs as somebody who still has the right, and keeps it until the transaction ends: taking it away waits. */
export async function asStaff<R extends Right, Outcome>(
  deps: Pick<Deps, 'db' | 'clock'>,
  who: { staff: Staff<R>; right: R },
  work: (tx: Tx, work: StaffWork) => Promise<Outcome>,
): Promise<Outcome | RightLost> {
  return deps.db.inTransaction(async (tx) => {
    const role = await lockActiveRole(tx, who.staff);
    if (role === null || !rightsOf(role, await selectGrantedRights(tx, who.staff)).includes(who.right)) return RIGHT_LOST;
    return work(tx, workOf(deps, { tx, staff: who.staff }));
  });
}

/** As `asStaff`, for what changes who is an admin: all admins are locked first, so that no two requests take the last two away. */
export async function asAdmin<Outcome>(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: AdminId,
  work: (tx: Tx, work: StaffWork & { admins: readonly string[] }) => Promise<Outcome>,
): Promise<Outcome | RightLost> {
  return deps.db.inTransaction(async (tx) => {
    const admins = await lockActiveAdmins(tx);
    return admins.includes(admin) ? work(tx, { ...workOf(deps, { tx, staff: admin }), admins }) : RIGHT_LOST;
  });
}

/** For services that answer in one word. */
export function orRightLost<Word extends string | number>(outcome: Word | RightLost): Word | RightLost['reason'] {
  return typeof outcome === 'object' ? outcome.reason : outcome;
}

const RIGHT_LOST: RightLost = { outcome: 'refused', reason: 'right_lost' };

/** Its time is read behind the locks. */
function workOf(deps: Pick<Deps, 'clock'>, { tx, staff }: { tx: Tx; staff: string }): StaffWork {
  const now = deps.clock.now();
  return { now, tell: (entry) => writeAudit(tx, { ...entry, at: now, actor: `user:${staff}` }) };
}
