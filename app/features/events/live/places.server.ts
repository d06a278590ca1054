import type { Context } from 'hono';

import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { FeedChange } from '#app/platform/adapters/db/change-feed.server.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { remainingTickets } from '#app/domain/event/sale.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { maySee, type Role } from '#app/domain/people/roles.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { createEventStreams, type EventStreams } from '#app/platform/http/live/event-streams.server.ts';

import type { LivePlaces } from '../schema.ts';
import { type EventWithMenu, findEventForSale, menuFor } from '../service.server.ts';

const LOOK_UP_EVERY_MS = 250;
/** In a rush each sale changes the places; nobody reads faster than this. */
const TELL_EVERY_MS = 1_000;
const MOST_KNOWN = 100;

interface LivePlacesOfApp {
  streams: EventStreams;
  /** As read since the last change: whoever comes to look asks the database nothing. */
  known: Map<number, Promise<EventWithMenu | null>>;
  /** Of these places may be left that nobody was told of. */
  untold: Set<number>;
  toldAt: number;
  /** So many changes were heard of. */
  heard: number;
}

const livePlaces = stateKey<LivePlacesOfApp>('live places');

export function openLivePlaces({ changes }: Pick<Deps, 'changes'>): OpenedState {
  const live: LivePlacesOfApp = { streams: createEventStreams('places'), known: new Map(), untold: new Set(), toldAt: Number.NEGATIVE_INFINITY, heard: 0 };
  const unsubscribe = changes.subscribe((change) => forget(live, change));
  return livePlaces.opened(live, () => {
    unsubscribe();
    live.streams.end();
  });
}

function forget(live: LivePlacesOfApp, change: FeedChange): void {
  live.heard += 1;
  if (change === 'anything') {
    live.known = new Map();
    live.untold = new Set(live.streams.topics());
  } else {
    live.known.delete(change.placesLeftOf);
    live.untold.add(change.placesLeftOf);
  }
}

function read(deps: Pick<Deps, 'db'>, live: LivePlacesOfApp, eventId: number): Promise<EventWithMenu | null> {
  const { known } = live;
  const before = known.get(eventId);
  if (before !== undefined) return before;
  const reading = findEventForSale(deps.db.query, eventId);
  known.set(eventId, reading);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
  reading.then((event) => event ?? known.delete(eventId), () => known.delete(eventId));
  return reading;
}

/** What the event's page says of it, and nothing more. */
function placesOf(event: EventWithMenu): LivePlaces {
  const few = (left: number | null): number | null => (left === null || left > FEW_LEFT ? null : left);
  const dishes = menuFor('public', event).sections.flatMap(({ items }) => items.map(({ id, remaining }) => [id, few(remaining)] as const));
  return { remaining: few(remainingTickets(event)), dishes: Object.fromEntries(dishes.filter(([, left]) => left !== null)) as Record<string, number>, version: event.version };
}

function isShownTo(role: Role, event: EventWithMenu | null): event is EventWithMenu {
  return event !== null && maySee(role, event.visibility);
}

/** Whoever sells in person sells what the web does not show them. */
function readerOf(actor: Actor): Role {
  return actor.kind === 'user' && actor.rights.includes('till') ? 'admin' : roleOf(actor);
}

/** As a stream, or once as JSON for whoever accepts only that. */
export async function answerPlaces(c: Context<EdgeEnv>, deps: Deps, eventId: number): Promise<Response> {
  const live = deps.state.get(livePlaces);
  const role = readerOf(c.get('actor'));
  const { heard } = live;
  const event = await read(deps, live, eventId);
  if (!isShownTo(role, event)) throw new Refusal('EVENT_NOT_FOUND');
  const places = placesOf(event);
  if (!c.req.header('Accept')?.includes('text/event-stream')) return answerJson(c, places);
  const answer = live.streams.open(c, { topic: eventId, reader: role, first: JSON.stringify(places) });
  // What changed while it was read was told to those that were here already.
  if (live.heard !== heard) live.untold.add(eventId);
  return answer;
}

export function placesJob(deps: Deps): Job {
  const live = deps.state.get(livePlaces);
  return {
    name: 'live places',
    title: 'Dir les places que queden',
    everyMs: LOOK_UP_EVERY_MS,
    async round() {
      if (performance.now() - live.toldAt >= TELL_EVERY_MS) {
        if (!deps.changes.isListening()) forget(live, 'anything');
        if (live.untold.size > 0) await tellAll(deps, live);
      }
      await live.streams.keepAlive();
    },
  };
}

/** One question for each event that somebody looks at, however many they are. */
async function tellAll(deps: Pick<Deps, 'db'>, live: LivePlacesOfApp): Promise<void> {
  const { untold } = live;
  live.untold = new Set();
  live.toldAt = performance.now();
  try {
    const watched = new Set(live.streams.topics());
    for (const eventId of untold) {
      if (!watched.has(eventId)) continue;
      const event = await read(deps, live, eventId);
      await live.streams.tell(eventId, (role) => (isShownTo(role as Role, event) ? JSON.stringify(placesOf(event)) : null));
    }
  } catch (error) {
    for (const eventId of untold) live.untold.add(eventId);
    throw error;
  }
}
