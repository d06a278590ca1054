import type { Context } from 'hono';

import type { Job } from '#app/adapters/jobs/job.ts';
import type { Deps } from '#app/deps.server.ts';
import type { EdgeEnv } from '#app/http/edge.server.ts';
import { createEventStreams, type EventStreams } from '#app/http/live/event-streams.server.ts';

import { readCounters } from './counters.server.ts';

const LOOK_EVERY_MS = 1_000;

/** One per app: in tests several share a process. */
const streamsOfApps = new WeakMap<object, EventStreams>();

function streamsOf({ doorDb }: Pick<Deps, 'doorDb'>): EventStreams {
  const streams = streamsOfApps.get(doorDb) ?? createEventStreams('counters');
  streamsOfApps.set(doorDb, streams);
  return streams;
}

export async function streamCounters(c: Context<EdgeEnv>, deps: Deps, eventId: number): Promise<Response> {
  return streamsOf(deps).open(c, { topic: eventId, first: JSON.stringify(await readCounters(deps, eventId)) });
}

export function countersJob(deps: Deps): Job {
  const streams = streamsOf(deps);
  let isWatched = false;
  return {
    name: 'door counters',
    everyMs: LOOK_EVERY_MS,
    async round(ending) {
      if (!isWatched) {
        isWatched = true;
        ending.addEventListener('abort', () => streams.end(), { once: true });
      }
      for (const eventId of streams.topics()) {
        const counters = JSON.stringify(await readCounters(deps, eventId));
        await streams.tell(eventId, () => counters);
      }
      await streams.keepAlive();
    },
  };
}
