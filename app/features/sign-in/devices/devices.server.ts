import type { Actor } from '#app/domain/people/actor.ts';
import { isUuid } from '#app/domain/uuid.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { traceAccount } from '../trace/service.server.ts';
import { deleteSessions, hasSecondFactor } from '../session/store.server.ts';
import { deleteDevice, type DeviceRow, selectDevices } from './store.server.ts';

const MOST_DEVICES = 50;

export interface Owner {
  user: Extract<Actor, { kind: 'user' }>;
  token: string;
}

export async function listDevices(deps: Deps, { user, token }: Owner): Promise<{ devices: DeviceRow[]; hasSecondFactor: boolean }> {
  const [devices, has] = await Promise.all([
    selectDevices(deps.db.query, { userId: user.userId, token, now: deps.clock.now(), limit: MOST_DEVICES }),
    hasSecondFactor(deps.db.query, user.userId),
  ]);
  return { devices, hasSecondFactor: has };
}

/** Ends one of the user's own sessions; false when it is already over. */
export async function endDevice(deps: Deps, { user }: Owner, deviceId: string): Promise<boolean> {
  if (!isUuid(deviceId)) return false;
  return deps.db.inTransaction(async (tx) => {
    if (!(await deleteDevice(tx, { userId: user.userId, id: deviceId }))) return false;
    await traceAccount(deps, tx, { event: 'user.session_ended', userId: user.userId });
    return true;
  });
}

export async function endOtherDevices(deps: Deps, { user, token }: Owner): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    await deleteSessions(tx, user.userId, { keep: token });
    await traceAccount(deps, tx, { event: 'user.sessions_ended', userId: user.userId });
  });
}
