import { addDays } from '#app/domain/time/dates.ts';
import { eventPhase } from '#app/domain/event/event-phase.ts';
import { dayInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { proofOf, type Scanner } from './scanner/service.server.ts';
import type { DoorEventOption, DoorSession } from './schema.ts';
import { type TicketSearchRow, searchTickets, selectDoorEvents } from './store.server.ts';

const MOST_EVENTS = 50;
const MOST_FOUND = 20;
const SHORTEST_SEARCH = 3;

export async function openDoor(deps: Pick<Deps, 'doorDb' | 'clock' | 'keys'>, scanner: Scanner): Promise<DoorSession> {
  const { name, hasAccount, isAdmin, expiresAt } = scanner;
  return { events: await listDoorEvents(deps, scanner.eventIds), scanner: { name, hasAccount, isAdmin, proof: proofOf(deps, scanner), expiresAt: expiresAt?.toISOString() ?? null }, now: deps.clock.now().toISOString() };
}

/** The one to open with first. `only`: null for all. */
export async function listDoorEvents({ doorDb, clock }: Pick<Deps, 'doorDb' | 'clock'>, only: readonly number[] | null): Promise<DoorEventOption[]> {
  const now = clock.now();
  const today = dayInMadrid(now);
  const events = await selectDoorEvents(doorDb.query, { from: addDays(today, -1), only, limit: MOST_EVENTS });
  const options = events.map(({ endTime, ...event }) => {
    const isOn = eventPhase({ ...event, endTime }, now) === 'tonight';
    const isToday = isOn || event.date === today;
    return { option: { ...event, isToday }, rank: event.isWithdrawn ? 3 : isOn ? 0 : isToday ? 1 : 2 };
  });
  return options.toSorted((one, other) => one.rank - other.rank).map(({ option }) => option);
}

export async function searchAtDoor(deps: Pick<Deps, 'doorDb'>, search: { eventId: number; text: string }): Promise<TicketSearchRow[]> {
  const text = search.text.trim();
  return text.length < SHORTEST_SEARCH ? [] : searchTickets(deps.doorDb.query, { eventId: search.eventId, text, limit: MOST_FOUND });
}
