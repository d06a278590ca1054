import { addDays } from '#app/domain/time/dates.ts';
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

/** The one to open with first; an event at night goes on into the next day. `only`: null for all. */
export async function listDoorEvents({ doorDb, clock }: Pick<Deps, 'doorDb' | 'clock'>, only: readonly number[] | null): Promise<DoorEventOption[]> {
  const today = dayInMadrid(clock.now());
  const events = await selectDoorEvents(doorDb.query, { from: addDays(today, -1), only, limit: MOST_EVENTS });
  const options = events.map((event) => ({ ...event, isToday: event.date === today }));
  return options.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ isToday, isWithdrawn }: { isToday: boolean; isWithdrawn: boolean }): number {
  if (isWithdrawn) return 2;
  return isToday ? 0 : 1;
}

export async function searchAtDoor(deps: Pick<Deps, 'doorDb'>, search: { eventId: number; text: string }): Promise<TicketSearchRow[]> {
  const text = search.text.trim();
  return text.length < SHORTEST_SEARCH ? [] : searchTickets(deps.doorDb.query, { eventId: search.eventId, text, limit: MOST_FOUND });
}
