import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Context } from 'hono';

import type { Job } from '#app/adapters/jobs/job.ts';
import type { Deps } from '#app/deps.server.ts';
import type { EdgeEnv } from '#app/http/edge.server.ts';

import { readCounters } from './counters.server.ts';

const LOOK_EVERY_MS = 1_000;
/** Proxies cut silent connections. */
const SIGN_OF_LIFE_MS = 15_000;
/** After a restart phones wait this long before they reconnect. */
const RETRY_MS = 2_000;

interface Listener {
  eventId: number;
  stream: SSEStreamingApi;
  sent: string;
  sentAt: number;
  end: () => void;
}

/** One per app: in tests several share a process. */
interface Hub {
  listeners: Set<Listener>;
  isEnding: boolean;
}

const hubs = new WeakMap<object, Hub>();

function hubOf(deps: Pick<Deps, 'doorDb'>): Hub {
  const hub = hubs.get(deps.doorDb) ?? { listeners: new Set(), isEnding: false };
  hubs.set(deps.doorDb, hub);
  return hub;
}

export function streamCounters(c: Context<EdgeEnv>, deps: Deps, eventId: number): Response {
  const hub = hubOf(deps);
  c.header('Cache-Control', 'no-store');
  // Otherwise nginx may buffer the stream.
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const listener: Listener = { eventId, stream, sent: '', sentAt: 0, end };
    stream.onAbort(end);
    await stream.writeSSE({ event: 'hello', data: '{}', retry: RETRY_MS });
    await tell(deps, [listener], JSON.stringify(await readCounters(deps, eventId)));
    if (hub.isEnding) return;
    hub.listeners.add(listener);
    await ended;
    hub.listeners.delete(listener);
  });
}

export function countersJob(deps: Deps): Job {
  const hub = hubOf(deps);
  let isWatched = false;
  return {
    name: 'door counters',
    everyMs: LOOK_EVERY_MS,
    async round(ending) {
      if (!isWatched) {
        isWatched = true;
        ending.addEventListener('abort', () => endAll(hub), { once: true });
      }
      for (const eventId of new Set([...hub.listeners].map((listener) => listener.eventId))) {
        const counters = JSON.stringify(await readCounters(deps, eventId));
        await tell(deps, [...hub.listeners].filter((listener) => listener.eventId === eventId), counters);
      }
    },
  };
}

async function tell(deps: Pick<Deps, 'clock'>, listeners: readonly Listener[], counters: string): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const listener of listeners) {
    if (listener.sent === counters && now - listener.sentAt < SIGN_OF_LIFE_MS) continue;
    listener.sent = counters;
    listener.sentAt = now;
    await listener.stream.writeSSE({ event: 'counters', data: counters });
  }
}

function endAll(hub: Hub): void {
  hub.isEnding = true;
  for (const listener of hub.listeners) listener.end();
}
