import type { Deps } from '#app/platform/deps.server.ts';

import type { Scanner } from '../scanner/service.server.ts';
import type { DeviceReport } from '../schema.ts';
import { type DoorDevice, selectDoorDevices, upsertDevice } from './store.server.ts';

export type { DoorDevice };

const HOUR_MS = 3_600_000;

export async function recordDevice(deps: Pick<Deps, 'doorDb' | 'clock'>, scanner: Scanner, { eventId, report }: { eventId: number; report: DeviceReport }): Promise<void> {
  const { device, isReady, waiting, listAt } = report;
  await upsertDevice(deps.doorDb.query, eventId, { device, isReady, waiting, listAt: listAt == null ? null : new Date(listAt), reportedAt: deps.clock.now(), reportedBy: scanner.id });
}

/** Those of the last twelve hours. */
export async function readDevices(deps: Pick<Deps, 'doorDb' | 'clock'>, eventId: number): Promise<DoorDevice[]> {
  return selectDoorDevices(deps.doorDb.query, eventId, new Date(deps.clock.now().getTime() - 12 * HOUR_MS));
}
