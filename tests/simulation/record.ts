import type { TestClock } from '#tests/support/app/test-clock.ts';

/** What was done, by whom, in words: the last of it is told when something is false. */
export interface Record_ {
  did(who: string, what: string, about?: { orderId?: string; eventId?: number }): void;
  used(method: string, path: string, answer: { status: number; intent: string | undefined; tookMs: number }): void;
  took(what: string, ms: number): void;
  /** The last acts that concern an order or an event, or of all. */
  lastAbout(about: { orderId?: string | undefined; eventId?: number | undefined }, count: number): string[];
  acts: ReadonlyMap<string, number>;
  /** Of those that were answered as wished, and of all forms, by method, path and the intent of a form. */
  calls: ReadonlyMap<string, number>;
  /** Milliseconds spent, by what on. */
  times: ReadonlyMap<string, number>;
}

const MAX_LINES = 20_000;

export function createRecord(clock: Pick<TestClock, 'now'>): Record_ {
  const lines: { text: string; orderId: string | undefined; eventId: number | undefined }[] = [];
  const [acts, calls, times] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const took = (what: string, ms: number): void => void times.set(what, (times.get(what) ?? 0) + ms);
  return {
    acts,
    calls,
    times,
    took,
    did(who, what, about = {}) {
      const kind = `${who.split(' ')[0]}: ${what.split(',')[0]}`;
      acts.set(kind, (acts.get(kind) ?? 0) + 1);
      lines.push({ text: `${clock.now().toISOString().slice(0, 16)} ${who}: ${what}`, orderId: about.orderId, eventId: about.eventId });
      if (lines.length > MAX_LINES) lines.splice(0, MAX_LINES / 2);
    },
    used(method, path, { status, intent, tookMs }) {
      const address = path.split('?')[0]!;
      took(`ask ${method} ${address.replaceAll(/[0-9a-f-]{36}|[A-Z0-9]{8,}|\d+/g, '…')}`, tookMs);
      // A form that is refused has been sent.
      if (status >= 400 && (method !== 'POST' || address.startsWith('/api/'))) return;
      const call = `${method} ${address}${intent === undefined ? '' : ` ${intent}`}`;
      calls.set(call, (calls.get(call) ?? 0) + 1);
    },
    lastAbout({ orderId, eventId }, count) {
      const concerned = lines.filter((line) => (orderId === undefined || line.orderId === orderId) && (eventId === undefined || line.eventId === eventId));
      return concerned.slice(-count).map(({ text }) => text);
    },
  };
}
