import { useCallback } from 'react';

import { inOneTab } from '#app/platform/client-state/one-tab.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import type { DoorCounters } from '#app/features/door/schema.ts';
import { type Subscribe, useSubscription } from '#app/design/ui/hooks/use-subscription.ts';

import { closingOf, type DoorClosing, type DoorTransport } from './link/transport.ts';

const RETRY_MS = 2_000;
const POLL_EVERY_MS = 5_000;

interface SeenCounters {
  value: DoorCounters;
  at: number;
  /** False after the stream has ended, until something arrives. */
  isLive: boolean;
}

/** Longer than the stream's heartbeat interval. */
const SILENT_MS = 40_000;

/** Null while the counters are current. */
export function oldSince({ at, isLive }: SeenCounters, { now, isOnline }: { now: number; isOnline: boolean }): string | null {
  return isLive && isOnline && now - at < SILENT_MS ? null : new Date(at).toISOString();
}

export function useCounters(transport: DoorTransport, { eventId, closed }: { eventId: number | null; closed: (why: DoorClosing) => void }): SeenCounters | null {
  const follow = useCallback<Subscribe<SeenCounters>>(
    (emit, signal) => {
      if (eventId !== null) followCounters(transport, { eventId, closed, signal, emit });
    },
    [transport, eventId, closed],
  );
  return useSubscription(follow);
}

function followCounters(transport: DoorTransport, { eventId, closed, signal: leaving, emit }: { eventId: number; closed: (why: DoorClosing) => void; signal: AbortSignal; emit: (seen: SeenCounters) => void }): void {
  let ending = new AbortController();
  let seen: SeenCounters | null = null;
  function lost(): void {
    if (seen?.isLive !== true) return;
    seen = { ...seen, isLive: false };
    emit(seen);
  }
  function show(value: DoorCounters): void {
    seen = { value, at: browserNow(), isLive: true };
    emit(seen);
  }
  const tabs = new BroadcastChannel(`comboi-door-counters-${eventId}`);
  tabs.addEventListener('message', ({ data }: MessageEvent<DoorCounters>) => show(data));
  const publish = (value: DoorCounters): void => {
    show(value);
    // BroadcastChannel has no target origin; the rule takes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(value);
  };
  const keep = (text: string): void => publish(JSON.parse(text));
  const alive = (): void => (seen === null ? undefined : publish(seen.value));

  const watched = (signal: AbortSignal): Watch => ({ eventId, signal, keep, alive, closed });

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const streamed = await stream(transport, watched(signal)).catch(() => false);
      const polled = !streamed && !signal.aborted && (await poll(transport, watched(signal)).catch(() => false));
      if (!polled && !signal.aborted) lost();
      await pause(streamed ? RETRY_MS : POLL_EVERY_MS, signal);
    }
  }
  function follow(): void {
    ending.abort();
    ending = new AbortController();
    const { signal } = ending;
    if (document.visibilityState !== 'visible') return;
    void inOneTab(tabs.name, { signal, watch, inOthers: async () => void (await poll(transport, watched(signal))) }).catch(() => {});
  }
  follow();
  document.addEventListener('visibilitychange', follow, { signal: leaving });
  window.addEventListener('offline', lost, { signal: leaving });
  leaving.addEventListener('abort', () => {
    ending.abort();
    tabs.close();
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}

interface Watch {
  eventId: number | null;
  signal: AbortSignal;
  keep: (text: string) => void;
  alive: () => void;
  /** The server answered that this door is closed. */
  closed: (why: DoorClosing) => void;
}

/** `EventSource` can't send the pass's header. True when something arrived. */
async function stream(transport: DoorTransport, { eventId, signal, keep, alive }: Watch): Promise<boolean> {
  const response = await transport.ask(`/api/door/${eventId}/live`, { headers: { Accept: 'text/event-stream' }, signal });
  if (!response.ok || response.body === null) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  let came = false;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return came;
    alive();
    const messages = (waiting + value).split('\n\n');
    waiting = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (!message.includes('event: counters') || data === undefined) continue;
      keep(data);
      came = true;
    }
  }
}

async function poll(transport: DoorTransport, { eventId, signal, keep, closed }: Watch): Promise<boolean> {
  const response = await transport.ask(`/api/door/${eventId}/live`, { headers: { Accept: 'application/json' }, signal });
  const closing = await closingOf(response);
  if (response.ok) keep(await response.text());
  else if (closing !== null) closed(closing);
  return response.ok;
}
