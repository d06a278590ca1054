import { deviceState, type DeviceState } from '#app/domain/door/device-state.ts';
import { eventPhase, type EventPhase } from '#app/domain/event/event-phase.ts';
import { dayBars, quarterBars, type TimeBar } from '#app/domain/report/time-bars.ts';
import { differences, sumOf } from '#app/domain/till/cash-up.ts';
import { timeText } from '#app/domain/time/instant-text.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import { type DoorDevice, readDevices } from '#app/features/door/devices/service.server.ts';
import { readKitchenSheet, type SheetOfEvent } from '#app/features/kitchen/service.server.ts';
import { selectDaySales } from '#app/features/reports/service.server.ts';
import { readTillSession } from '#app/features/till/sessions/service.server.ts';
import type { AdminId } from '#app/platform/http/guards/guards.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import {
  type EventDayHead,
  selectDrawers,
  selectEntriesByQuarter,
  selectEventDayHead,
  selectTakingsByTender,
  selectToDoFacts,
  type TakingsByTender,
  type ToDoFacts,
} from './store.server.ts';

interface Drawer {
  id: string;
  name: string;
  openedAt: Date;
  closedAt: Date | null;
  sales: number;
  /** By our records. */
  cash: number;
  /** Counted beyond what was expected, of all means together; null while it is open. */
  difference: number | null;
  note: string | null;
}

type DeviceOfDoor = DoorDevice & { state: DeviceState };

export interface EventDay {
  head: EventDayHead;
  /** By the clock. */
  current: EventPhase;
  /** That was asked for, else the current one. */
  phase: EventPhase;
  now: Date;
  toDo: ToDoFacts;
  soldByDay: TimeBar[];
  entries: TimeBar[];
  kitchen: SheetOfEvent['sections'];
  drawers: Drawer[];
  devices: DeviceOfDoor[];
  takings: TakingsByTender[];
}

/** Only what its phase shows is read. */
export async function readEventDay(deps: Deps, admin: AdminId, { eventId, requested }: { eventId: number; requested: EventPhase | null }): Promise<EventDay | null> {
  const { query } = deps.db;
  const now = deps.clock.now();
  const head = await selectEventDayHead(query, eventId);
  if (head === null) return null;
  const current = eventPhase(head, now);
  const phase = requested ?? current;
  const [toDo, sales, entries, kitchen, drawers, devices, takings] = await Promise.all([
    selectToDoFacts(query, eventId, now),
    phase === 'before' ? selectDaySales(query, eventId) : [],
    phase === 'before' ? [] : selectEntriesByQuarter(query, eventId),
    phase === 'after' ? null : readKitchenSheet(deps, admin, eventId),
    phase === 'before' ? [] : readDrawers(deps, admin, { eventId, alsoOpen: phase === 'tonight' }),
    phase === 'tonight' ? readDevices(deps, eventId) : [],
    phase === 'after' ? selectTakingsByTender(query, eventId) : [],
  ]);
  return {
    head,
    current,
    phase,
    now,
    toDo,
    soldByDay: dayBars(sales, { today: dayInMadrid(now), last: head.date }),
    entries: quarterBars(entries, { now, isOn: current === 'tonight', clock: (instant) => timeText(instant.toISOString()) }),
    kitchen: kitchen?.sections ?? [],
    drawers,
    devices: devices.map((device) => ({ ...device, state: deviceState(device, now) })),
    takings,
  };
}

async function readDrawers(deps: Deps, admin: AdminId, { eventId, alsoOpen }: { eventId: number; alsoOpen: boolean }): Promise<Drawer[]> {
  const drawers = await selectDrawers(deps.db.query, eventId, { alsoOpen });
  const read = await Promise.all(
    drawers.map(async ({ id, sales }): Promise<Drawer[]> => {
      const details = await readTillSession(deps, { staff: admin, reach: null }, id);
      if (details === null) return [];
      const { session, expected } = details;
      const difference = session.counted === null ? null : sumOf(differences(expected, session.counted));
      return [{ id, sales, name: session.name, openedAt: session.openedAt, closedAt: session.closedAt, cash: expected.cash, difference, note: session.note }];
    }),
  );
  return read.flat();
}
