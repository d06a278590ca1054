import type { Context } from 'hono';

import { type OpenedState, stateKey } from '#app/platform/app-state.server.ts';
import type { Job } from '#app/platform/adapters/jobs/job.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import type { EdgeEnv } from '#app/platform/http/edge.server.ts';
import { createEventStreams, type EventStreams } from '#app/platform/http/live/event-streams.server.ts';

import { isAtDoorOf } from '../scanner/service.server.ts';
import { readCounters } from './counters.server.ts';

const READ_EVERY_MS = 1_000;

const counterStreams = stateKey<EventStreams>('streams of the door');

export function openCounters(): OpenedState {
  const streams = createEventStreams('counters');
  return counterStreams.opened(streams, () => streams.end());
}

export async function streamCounters(c: Context<EdgeEnv>, deps: Deps, eventId: number): Promise<Response> {
  return deps.state.get(counterStreams).open(c, { topic: eventId, first: JSON.stringify(await readCounters(deps, eventId)), mayStay: (actor) => isAtDoorOf(actor, eventId) });
}

export function countersStreams({ state }: Pick<Deps, 'state'>): EventStreams {
  return state.get(counterStreams);
}

export function countersJob(deps: Deps): Job {
  const streams = deps.state.get(counterStreams);
  return {
    name: 'door counters',
    title: 'Comptadors de la porta',
    everyMs: READ_EVERY_MS,
    async round() {
      for (const eventId of streams.topics()) {
        const counters = JSON.stringify(await readCounters(deps, eventId));
        await streams.publish(eventId, () => counters);
      }
      await streams.keepAlive();
    },
  };
}
