import { sql } from 'kysely';

import type { Query } from '#app/platform/adapters/db/database.server.ts';

export interface DoorDevice {
  device: string;
  isReady: boolean;
  waiting: number;
  listAt: Date | null;
  reportedAt: Date;
}

/** Devices name themselves: no event keeps more. */
const MOST_OF_AN_EVENT = 100;

export async function upsertDevice(query: Query, eventId: number, { reportedBy, ...reported }: DoorDevice & { reportedBy: string }): Promise<void> {
  const { device, isReady, waiting, listAt, reportedAt } = reported;
  await sql`
    insert into door_devices (event_id, device, reported_by, is_ready, waiting, list_at, reported_at)
    select ${eventId}, ${device}, ${reportedBy}, ${isReady}, ${waiting}, ${listAt}, ${reportedAt}
    where exists (select from door_devices where event_id = ${eventId} and device = ${device})
      or (exists (select from events where id = ${eventId}) and (select count(*) from door_devices where event_id = ${eventId}) < ${MOST_OF_AN_EVENT})
    on conflict (event_id, device) do update
      set reported_by = excluded.reported_by, is_ready = excluded.is_ready, waiting = excluded.waiting, list_at = excluded.list_at, reported_at = excluded.reported_at
      where door_devices.reported_at <= excluded.reported_at`.execute(query);
}

export async function selectDoorDevices(query: Query, eventId: number, since: Date): Promise<DoorDevice[]> {
  return query.selectFrom('doorDevices').select(['device', 'isReady', 'waiting', 'listAt', 'reportedAt']).where('eventId', '=', eventId).where('reportedAt', '>=', since).orderBy('device').execute();
}

export async function deleteDevicesBefore(query: Query, instant: Date): Promise<void> {
  await query.deleteFrom('doorDevices').where('reportedAt', '<', instant).execute();
}
