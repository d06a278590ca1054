import { type AuditEntry, writeAudit } from '#app/platform/adapters/db/audit.server.ts';
import type { Tx } from '#app/platform/adapters/db/database.server.ts';
import { type Right, rightsOf } from '#app/domain/people/rights.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import type { AdminId, Hand, ShiftedRight, Staff } from './guards.server.ts';
import { lockShiftRight, type ShiftScope } from './shift-store.server.ts';
import { lockActiveAdmins, lockActiveRole, selectGrantedRights } from './staff-store.server.ts';

type Parts = Pick<Deps, 'db' | 'changes' | 'clock'>;

export interface RightLost {
  outcome: 'refused';
  reason: 'right_lost';
}

export interface StaffWork {
  now: Date;
  /** By a shift, not by the right itself. */
  isByShift: boolean;
  audit(entry: Omit<AuditEntry, 'at' | 'actor'>): Promise<void>;
}

/** The right stays until the transaction ends: taking it away waits. */
export async function asStaff<R extends Right, Outcome>(
  deps: Parts,
  who: { staff: Staff<R>; right: R } | { staff: Hand<R & ShiftedRight>; right: R; shift: ShiftScope },
  work: (tx: Tx, work: StaffWork) => Promise<Outcome>,
): Promise<Outcome | RightLost> {
  return inTransactionSeenAtOnce(deps, async (tx) => {
    const role = await lockActiveRole(tx, who.staff);
    if (role === null) return RIGHT_LOST;
    const isByShift = !rightsOf(role, await selectGrantedRights(tx, who.staff)).includes(who.right);
    if (isByShift && !('shift' in who && (await mayByShift(tx, { who, now: deps.clock.now() })))) return RIGHT_LOST;
    return work(tx, workOf(deps, { tx, staff: who.staff, isByShift }));
  });
}

async function mayByShift(tx: Tx, { who: { staff, right, shift }, now }: { who: { staff: string; right: Right; shift: ShiftScope }; now: Date }): Promise<boolean> {
  return (right === 'door' || right === 'till') && lockShiftRight(tx, { userId: staff, right, scope: shift, now });
}

/** Locks all admins first, so that two requests can't take the last two away. */
export async function asAdmin<Outcome>(
  deps: Parts,
  admin: AdminId,
  work: (tx: Tx, work: StaffWork & { admins: readonly string[] }) => Promise<Outcome>,
): Promise<Outcome | RightLost> {
  return inTransactionSeenAtOnce(deps, async (tx) => {
    const admins = await lockActiveAdmins(tx);
    return admins.includes(admin) ? work(tx, { ...workOf(deps, { tx, staff: admin, isByShift: false }), admins }) : RIGHT_LOST;
  });
}

async function inTransactionSeenAtOnce<Outcome>({ db, changes }: Parts, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
  const outcome = await db.inTransaction(work);
  await changes.catchUp();
  return outcome;
}

export function orRightLost<Word extends string | number>(outcome: Word | RightLost): Word | RightLost['reason'] {
  return typeof outcome === 'object' ? outcome.reason : outcome;
}

const RIGHT_LOST: RightLost = { outcome: 'refused', reason: 'right_lost' };

/** The clock is read after the locks are taken. */
function workOf(deps: Pick<Deps, 'clock'>, { tx, staff, isByShift }: { tx: Tx; staff: string; isByShift: boolean }): StaffWork {
  const now = deps.clock.now();
  return { now, isByShift, audit: (entry) => writeAudit(tx, { ...entry, at: now, actor: `user:${staff}` }) };
}
