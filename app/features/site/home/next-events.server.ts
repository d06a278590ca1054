import { listEvents } from '#app/features/events/service.server.ts';
import type { EventSummary } from '#app/features/events/schema.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import type { Deps } from '#app/deps.server.ts';

const SHOWN_AT_HOME = 3;

export async function nextEvents(deps: Deps, actor: Actor): Promise<EventSummary[]> {
  const events = await listEvents(deps, actor);
  return events.filter((event) => event.saleStatus === 'open').slice(0, SHOWN_AT_HOME);
}
