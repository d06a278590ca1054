import { inOneTab } from './one-tab.ts';

const POLL_EVERY_MS = 20_000;

export interface LiveFeed<Message> {
  address: string;
  kind: string;
  subject: string | number;
  signal: AbortSignal;
  hear: (message: Message) => void;
}

/** One stream serves all tabs of a browser; where nothing streams it polls. */
export function subscribeToFeed<Message>({ address, kind, subject, signal, hear }: LiveFeed<Message>): void {
  const tabs = new BroadcastChannel(`comboi-${kind}-${subject}`);
  let seen = new AbortController();

  function notify(text: string): void {
    const message: Message = JSON.parse(text);
    hear(message);
    // A channel has no other origins: the rule takes it for a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tabs.postMessage(message);
  }

  async function ask(until: AbortSignal): Promise<void> {
    const answer = await fetch(address, { headers: { Accept: 'application/json' }, cache: 'no-store', signal: until });
    if (answer.ok) notify(await answer.text());
  }

  function subscribe(): void {
    seen.abort();
    if (document.visibilityState !== 'visible' || signal.aborted) return;
    seen = new AbortController();
    const { signal: until } = seen;
    let source: EventSource | null = null;
    let mayStream = false;
    const open = (): void => {
      source = new EventSource(address);
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => notify(data));
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
    void inOneTab(`comboi-${kind}`, { signal: until, watch, inOthers: () => ask(until) }).catch(() => {});
  }

  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  document.addEventListener('visibilitychange', subscribe);
  signal.addEventListener('abort', () => {
    seen.abort();
    document.removeEventListener('visibilitychange', subscribe);
    tabs.close();
  });
  subscribe();
}
