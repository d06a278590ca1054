import { useEffect, useState } from 'react';

import { inOneTab } from '#app/client-state/one-tab.ts';

import type { DoorCounters } from '../schema.ts';
import type { DoorWire } from './door-api.ts';

const RETRY_MS = 2_000;
const POLL_EVERY_MS = 5_000;

export function useCounters(wire: DoorWire, eventId: number | null): DoorCounters | null {
  const [counters, setCounters] = useState<{ eventId: number; value: DoorCounters } | null>(null);
  useEffect(() => {
    if (eventId === null) return;
    let ending = new AbortController();
    const tabs = new BroadcastChannel(`comboi-door-counters-${eventId}`);
    tabs.addEventListener('message', ({ data }: MessageEvent<DoorCounters>) => setCounters({ eventId, value: data }));
    const keep = (text: string): void => {
      const value = JSON.parse(text) as DoorCounters;
      setCounters({ eventId, value });
      // A channel has no other origins: the rule takes it for a window.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tabs.postMessage(value);
    };

    async function watch(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const streamed = await stream(wire, { eventId, signal, keep }).catch(() => false);
        if (!streamed && !signal.aborted) await poll(wire, { eventId, signal, keep }).catch(() => {});
        await pause(streamed ? RETRY_MS : POLL_EVERY_MS, signal);
      }
    }
    function follow(): void {
      ending.abort();
      ending = new AbortController();
      const { signal } = ending;
      if (document.visibilityState !== 'visible') return;
      void inOneTab(tabs.name, { signal, watch, inOthers: () => poll(wire, { eventId, signal, keep }) }).catch(() => {});
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      ending.abort();
      tabs.close();
    };
  }, [wire, eventId]);
  return counters?.eventId === eventId ? counters.value : null;
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
}

/** Not `EventSource`, which can't carry a pass. True when something came. */
async function stream(wire: DoorWire, { eventId, signal, keep }: Watch): Promise<boolean> {
  const response = await wire.ask(`/api/door/${eventId}/live`, { headers: { Accept: 'text/event-stream' }, signal });
  if (!response.ok || response.body === null) return false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  let came = false;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return came;
    const messages = (waiting + value).split('\n\n');
    waiting = messages.pop() ?? '';
    for (const message of messages) {
      if (!message.includes('event: counters')) continue;
      keep(/^data: (.*)$/m.exec(message)![1]!);
      came = true;
    }
  }
}

async function poll(wire: DoorWire, { eventId, signal, keep }: Watch): Promise<void> {
  const response = await wire.ask(`/api/door/${eventId}/live`, { headers: { Accept: 'application/json' }, signal });
  if (response.ok) keep(await response.text());
}
