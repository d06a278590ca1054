import type { Deps } from '#app/platform/deps.server.ts';

import { doorName } from '../answer.server.ts';
import type { DoorCounters } from '../schema.ts';
import { countConflicts, countEntriesSince, selectEntriesByDevice, selectShares } from './store.server.ts';

const MINUTE_MS = 60_000;

export async function readCounters(deps: Pick<Deps, 'doorDb' | 'clock'>, eventId: number): Promise<DoorCounters> {
  const { query } = deps.doorDb;
  const shares = await selectShares(query, eventId);
  const devices = await selectEntriesByDevice(query, eventId);
  const byDoor: Record<string, number> = {};
  for (const { device, count } of devices) {
    const name = device === null ? 'Sense nom' : doorName(device);
    byDoor[name] = (byDoor[name] ?? 0) + count;
  }
  return {
    expected: shares.reduce((sum, share) => sum + share.expected, 0),
    admitted: shares.reduce((sum, share) => sum + share.admitted, 0),
    byRole: Object.fromEntries(shares.map(({ userRole, expected, admitted }) => [userRole, { expected, admitted }])),
    byDoor,
    perMinute: await countEntriesSince(query, eventId, new Date(deps.clock.now().getTime() - MINUTE_MS)),
    conflicts: await countConflicts(query, eventId),
  };
}
