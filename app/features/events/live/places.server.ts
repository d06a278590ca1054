import type { Context } from 'hono';

import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { FeedChange } from '#app/platform/adapters/db/change-feed.server.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import { FEW_LEFT } from '#app/domain/event/few-left.ts';
import { remainingTickets } from '#app/domain/event/sale.ts';
import { type Actor, roleOf } from '#app/domain/people/actor.ts';
import { hasShift } from '#app/domain/shifts/standing.ts';
import { maySee, type Role } from '#app/domain/people/roles.ts';
import { keyHeldFor, keysThatOpen } from '#app/features/vouchers/link/service.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { answerJson } from '#app/platform/http/answers/json.server.ts';
import { Refusal } from '#app/platform/http/answers/refusal.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { createEventStreams, type EventStreams } from '#app/platform/http/live/event-streams.server.ts';

import type { LivePlaces } from '../schema.ts';
import { type EventWithMenu, findEventForSale, menuFor } from '../service.server.ts';

const LOOK_UP_EVERY_MS = 250;
/** Throttle: in a rush each sale changes the places. */
const ANNOUNCE_EVERY_MS = 1_000;
const MOST_KNOWN = 100;

interface LivePlacesOfApp {
  streams: EventStreams;
  /** Cached since the last change, so that a new viewer needs no query. */
  known: Map<number, Promise<EventWithMenu | null>>;
  /** Events with changes not yet announced. */
  unannounced: Set<number>;
  announcedAt: number;
  /** Counter of changes received. */
  received: number;
}

const livePlaces = stateKey<LivePlacesOfApp>('live places');

export function openLivePlaces({ changes }: Pick<Deps, 'changes'>): OpenedState {
  const live: LivePlacesOfApp = { streams: createEventStreams('places'), known: new Map(), unannounced: new Set(), announcedAt: Number.NEGATIVE_INFINITY, received: 0 };
  const unsubscribe = changes.subscribe((change) => forget(live, change));
  return livePlaces.opened(live, () => {
    unsubscribe();
    live.streams.end();
  });
}

function forget(live: LivePlacesOfApp, change: FeedChange): void {
  if (change === 'rights') return;
  live.received += 1;
  if (change === 'anything') {
    live.known = new Map();
    live.unannounced = new Set(live.streams.topics());
  } else {
    live.known.delete(change.placesLeftOf);
    live.unannounced.add(change.placesLeftOf);
  }
}

function read(deps: Pick<Deps, 'db'>, live: LivePlacesOfApp, eventId: number): Promise<EventWithMenu | null> {
  const { known } = live;
  const before = known.get(eventId);
  if (before !== undefined) return before;
  const reading = findEventForSale(deps.db.query, eventId);
  known.set(eventId, reading);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  reading.then((event) => event ?? known.delete(eventId), () => known.delete(eventId));
  return reading;
}

function toPlaces(event: EventWithMenu): LivePlaces {
  const few = (left: number | null): number | null => (left === null || left > FEW_LEFT ? null : left);
  const dishes = menuFor('public', event).sections.flatMap(({ items }) => items.flatMap(({ id, remaining }) => {
    const left = few(remaining);
    return left === null ? [] : [[id, left] as const];
  }));
  return { remaining: few(remainingTickets(event)), dishes: Object.fromEntries(dishes), version: event.version };
}

const KEY = 'key ';
type Reader = Role | `${typeof KEY}${string}`;

async function keyReader(deps: Deps, headers: Headers, eventId: number): Promise<Reader | null> {
  const [code] = await keysThatOpen(deps, eventId, [keyHeldFor(deps, headers, eventId)]);
  return code === undefined ? null : `${KEY}${code}`;
}

/** By keys that were ended since, or ran out. */
async function lockedOut(deps: Pick<Deps, 'db' | 'clock'>, eventId: number, readers: readonly Reader[]): Promise<Set<Reader>> {
  const byKey = readers.filter((reader) => reader.startsWith(KEY));
  const open = await keysThatOpen(deps, eventId, byKey.map((reader) => reader.slice(KEY.length)));
  return new Set(byKey.filter((reader) => !open.includes(reader.slice(KEY.length))));
}

/** Staff at the till also watch events hidden from their own role, in a shift that of its event. */
function readerOf(actor: Actor, eventId: number): Role {
  return actor.kind === 'user' && (actor.rights.includes('till') || hasShift(actor.shift, 'till', eventId)) ? 'admin' : roleOf(actor);
}

/** As a stream, or once as JSON for a client that accepts only that. */
export async function answerPlaces(c: Context<EdgeEnv>, deps: Deps, eventId: number): Promise<Response> {
  const live = deps.state.get(livePlaces);
  const role = readerOf(c.get('actor'), eventId);
  const { received } = live;
  const event = await read(deps, live, eventId);
  const reader: Reader | null = event === null ? null : maySee(role, event.visibility) ? role : await keyReader(deps, c.req.raw.headers, eventId);
  if (event === null || reader === null) throw new Refusal('EVENT_NOT_FOUND');
  const places = toPlaces(event);
  if (!c.req.header('Accept')?.includes('text/event-stream')) return answerJson(c, places);
  const answer = live.streams.open(c, { topic: eventId, reader, first: JSON.stringify(places), mayStay: (actor) => readerOf(actor, eventId) === role });
  // A change during the read was announced only to earlier viewers.
  if (live.received !== received) live.unannounced.add(eventId);
  return answer;
}

export function placesStreams({ state }: Pick<Deps, 'state'>): EventStreams {
  return state.get(livePlaces).streams;
}

export function placesJob(deps: Deps): Job {
  const live = deps.state.get(livePlaces);
  return {
    name: 'live places',
    title: 'Dir les places que queden',
    everyMs: LOOK_UP_EVERY_MS,
    async round() {
      if (performance.now() - live.announcedAt >= ANNOUNCE_EVERY_MS) {
        if (!deps.changes.isListening()) forget(live, 'anything');
        if (live.unannounced.size > 0) await announceAll(deps, live);
      }
      await live.streams.keepAlive();
    },
  };
}

/** One query per watched event, however many viewers. */
async function announceAll(deps: Pick<Deps, 'db' | 'clock'>, live: LivePlacesOfApp): Promise<void> {
  const { unannounced } = live;
  live.unannounced = new Set();
  live.announcedAt = performance.now();
  try {
    const watched = new Set(live.streams.topics());
    for (const eventId of unannounced) {
      if (!watched.has(eventId)) continue;
      const event = await read(deps, live, eventId);
      const left = await lockedOut(deps, eventId, live.streams.readers(eventId) as Reader[]);
      const isVisibleTo = (reader: string, { visibility }: EventWithMenu): boolean => (reader.startsWith(KEY) ? !left.has(reader as Reader) : maySee(reader as Role, visibility));
      await live.streams.publish(eventId, (reader) => (event !== null && isVisibleTo(reader, event) ? JSON.stringify(toPlaces(event)) : null));
    }
  } catch (error) {
    for (const eventId of unannounced) live.unannounced.add(eventId);
    throw error;
  }
}
