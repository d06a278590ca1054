import { type GlanceMonth, yearAtAGlance } from '#app/domain/event/year-at-a-glance.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import type { Actor } from '#app/domain/people/actor.ts';
import { type ListedEvent, listPricedEvents } from '#app/features/events/service.server.ts';
import type { EventSummary } from '#app/features/events/schema.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const EVENTS_AT_HOME = 4;

export interface ComingEvents {
  /** `next`: the next event still on sale. */
  next: { event: EventSummary; startsInMs: number } | null;
  others: ListedEvent[];
  year: GlanceMonth[];
}

export async function comingEvents(deps: Deps, actor: Actor): Promise<ComingEvents> {
  const { events } = await listPricedEvents(deps, actor, null);
  const now = deps.clock.now();
  const [next, ...others] = events.filter((event) => event.saleStatus === 'open').toSorted((one, other) => `${one.date}${one.time}`.localeCompare(`${other.date}${other.time}`));
  return {
    next: next === undefined ? null : { event: next, startsInMs: instantInMadrid(next.date, next.time) - now.getTime() },
    others: others.slice(0, EVENTS_AT_HOME - 1),
    year: yearAtAGlance(dayInMadrid(now), events),
  };
}
