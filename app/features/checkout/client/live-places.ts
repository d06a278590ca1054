import { inOneTab } from '#app/client-state/one-tab.ts';
import type { LivePlaces } from '#app/features/events/schema.ts';

/** Where nothing streams. */
const POLL_EVERY_MS = 20_000;

export interface FollowedPlaces {
  eventId: number;
  signal: AbortSignal;
  hear: (places: LivePlaces) => void;
}

/** While the page is seen: by one stream in the whole browser, elsewhere by asking now and then. */
export function followPlaces({ eventId, signal, hear }: FollowedPlaces): void {
  const address = `/api/events/${eventId}/live`;
  const tabs = new BroadcastChannel(`comboi-places-${eventId}`);
  let seen = new AbortController();

  function keep(text: string): void {
    const places = JSON.parse(text) as LivePlaces;
    hear(places);
    // A channel has no other origins: the rule takes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(places);
  }

  async function ask(until: AbortSignal): Promise<void> {
    const answer = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal: until });
    if (answer.ok) keep(await answer.text());
  }

  function follow(): void {
    seen.abort();
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    seen = new AbortController();
    const { signal: until } = seen;
    let source: EventSource | null = null;
    let mayStream = false;
    const open = (): void => {
      source = new EventSource(address);
      source.addEventListener('places', ({ data }: MessageEvent<string>) => keep(data));
    };
    const poll = setInterval(() => {
      if (source?.readyState === EventSource.OPEN) return;
      // A browser gives up a stream that was refused.
      if (mayStream && source?.readyState === EventSource.CLOSED) open();
      void ask(until).catch(() => {});
    }, POLL_EVERY_MS);
    until.addEventListener('abort', () => {
      clearInterval(poll);
      source?.close();
    });
    const watch = async (): Promise<void> => {
      mayStream = true;
      open();
      await new Promise((resolve) => until.addEventListener('abort', resolve));
    };
    void inOneTab('comboi-places', { signal: until, watch, inOthers: () => ask(until) }).catch(() => {});
  }

  tabs.addEventListener('message', ({ data }: MessageEvent<LivePlaces>) => hear(data));
  document.addEventListener('visibilitychange', follow);
  signal.addEventListener('abort', () => {
    seen.abort();
    document.removeEventListener('visibilitychange', follow);
    tabs.close();
  });
  follow();
}
