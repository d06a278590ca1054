import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

import type { Context } from 'hono';

import type { Actor } from '#app/domain/people/actor.ts';

import { Refusal } from '../answers/refusal.server.ts';
import type { EdgeEnv } from '../edge.server.ts';
import { enclosingNetwork } from '../guards/client-address.server.ts';
import type { ActorsNow, Credential } from './credential.ts';

/** Proxies cut silent connections. */
const SIGN_OF_LIFE_MS = 15_000;
/** After a restart browsers wait this long before they come again, each a little longer than the one before. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 250;
const RETRY_STEPS = 16;
const MOST_OPEN = 4_000;
/** A school behind one address has a few hundred phones. */
const MOST_OPEN_OF_NETWORK = 500;
const MOST_OPEN_AROUND = 2 * MOST_OPEN_OF_NETWORK;
/** Whoever reads no more than this many messages behind is cut off: nothing piles up for a phone that sleeps. */
const MOST_UNREAD = 16;
/** After so many writes the event loop is yielded. */
const AT_ONCE = 50;

interface Listener {
  topic: number;
  reader: string;
  network: string;
  /** Null: a guest, who is shown what everybody sees. */
  credential: Credential | null;
  mayStay: (actor: Actor) => boolean;
  controller: ReadableStreamDefaultController<Uint8Array>;
  sent: string;
  sentAt: number;
}

export interface EventStreams {
  /** `mayStay`: asked of whoever came with a credential, again and again. */
  open(c: Context<EdgeEnv>, listener: { topic: number; reader?: string; first: string; mayStay: (actor: Actor) => boolean }): Response;
  topics(): number[];
  readers(topic: number): string[];
  /** Sends each reader what differs from its last message; null ends the topic's streams. */
  publish(topic: number, messageFor: (reader: string) => string | null): Promise<void>;
  keepAlive(): Promise<void>;
  credentials(): Set<Credential>;
  /** Ends the streams of those who were asked about and may read them no more. */
  endForbidden(now: ActorsNow, credentials: ReadonlySet<Credential>): Promise<void>;
  /** Browsers come again by themselves, to another process. */
  end(): void;
}

/** Without the last one nginx may buffer the stream. */
const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
const encoder = new TextEncoder();
const SIGN_OF_LIFE = encoder.encode(':\n\n');

export function createEventStreams(kind: string, { monotonicNow = () => performance.now() }: { monotonicNow?: () => number } = {}): EventStreams {
  const byTopic = new Map<number, Set<Listener>>();
  const byNetwork = new Map<string, number>();
  let [opened, open] = [0, 0];
  let isEnding = false;

  function leave(listener: Listener): void {
    const listeners = byTopic.get(listener.topic);
    if (listeners?.delete(listener) !== true) return;
    count(listener.network, -1);
    if (listeners.size === 0) byTopic.delete(listener.topic);
  }

  const isOpen = (listener: Listener): boolean => byTopic.get(listener.topic)?.has(listener) === true;

  function write(listener: Listener, bytes: Uint8Array): void {
    listener.sentAt = monotonicNow();
    listener.controller.enqueue(bytes);
    if ((listener.controller.desiredSize ?? 0) > -MOST_UNREAD) return;
    leave(listener);
    listener.controller.error(new Error('a stream that nobody reads'));
  }

  function say(listener: Listener, message: string, bytes: Uint8Array): void {
    if (listener.sent === message) return;
    listener.sent = message;
    write(listener, bytes);
  }

  function close(listener: Listener): void {
    leave(listener);
    listener.controller.close();
  }

  const openOf = (network: string): number => byNetwork.get(network) ?? 0;

  function isCrowded(network: string): boolean {
    const around = enclosingNetwork(network);
    return openOf(network) >= MOST_OPEN_OF_NETWORK || (around !== null && openOf(around) >= MOST_OPEN_AROUND);
  }

  function count(network: string, change: 1 | -1): void {
    open += change;
    for (const one of [network, enclosingNetwork(network)]) {
      if (one === null) continue;
      const left = openOf(one) + change;
      if (left === 0) byNetwork.delete(one);
      else byNetwork.set(one, left);
    }
  }

  function all(): Listener[] {
    return [...byTopic.values()].flatMap((listeners) => [...listeners]);
  }

  async function inBatches(listeners: Iterable<Listener>, work: (listener: Listener) => void): Promise<void> {
    let done = 0;
    for (const listener of listeners) {
      work(listener);
      if ((done += 1) % AT_ONCE === 0) await yieldToEventLoop();
    }
  }

  const bytesOf = (message: string): Uint8Array => encoder.encode(`event: ${kind}\ndata: ${message}\n\n`);

  return {
    open(c, { topic, reader = '', first, mayStay }) {
      // Nobody would read it, nor end it.
      if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
      const [network, credential] = [c.get('address'), c.get('credential')];
      if (open >= MOST_OPEN || isCrowded(network)) throw new Refusal('BUSY');
      let listener: Listener | null = null;
      const retry = RETRY_MS + ((opened += 1) % RETRY_STEPS) * RETRY_SPREAD_MS;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(encoder.encode(`retry: ${retry}\nevent: hello\ndata: {}\n\n`));
          listener = { topic, reader, network, credential, mayStay, controller, sent: '', sentAt: monotonicNow() };
          say(listener, first, bytesOf(first));
          if (isEnding) {
            controller.close();
            return;
          }
          const listeners = byTopic.get(topic) ?? new Set();
          byTopic.set(topic, listeners.add(listener));
          count(network, 1);
        },
        cancel() {
          if (listener !== null) leave(listener);
        },
      });
      return c.body(stream, 200, HEADERS);
    },
    topics: () => [...byTopic.keys()],
    readers: (topic) => [...new Set([...(byTopic.get(topic) ?? [])].map(({ reader }) => reader))],
    async publish(topic, messageFor) {
      const lastMessages = new Map<string, { message: string; bytes: Uint8Array } | null>();
      const outgoing = (reader: string): { message: string; bytes: Uint8Array } | null => {
        const before = lastMessages.get(reader);
        if (before !== undefined) return before;
        const message = messageFor(reader);
        const one = message === null ? null : { message, bytes: bytesOf(message) };
        lastMessages.set(reader, one);
        return one;
      };
      await inBatches(byTopic.get(topic) ?? [], (listener) => {
        const one = outgoing(listener.reader);
        if (one !== null) return say(listener, one.message, one.bytes);
        close(listener);
      });
    },
    async keepAlive() {
      const before = monotonicNow() - SIGN_OF_LIFE_MS;
      for (const listeners of byTopic.values()) await inBatches([...listeners].filter(({ sentAt }) => sentAt <= before), (listener) => isOpen(listener) && write(listener, SIGN_OF_LIFE));
    },
    credentials: () => new Set(all().flatMap(({ credential }) => credential ?? [])),
    async endForbidden(now, credentials) {
      await inBatches(all(), (listener) => {
        if (listener.credential === null || !credentials.has(listener.credential) || !isOpen(listener)) return;
        const actor = now.get(listener.credential);
        if (actor === undefined || !listener.mayStay(actor)) close(listener);
      });
    },
    end() {
      isEnding = true;
      for (const listener of all()) close(listener);
    },
  };
}
