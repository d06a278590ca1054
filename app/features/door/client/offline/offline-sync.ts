import { browserNow } from '#app/ui/browser-facts.ts';

import type { DoorList, UploadAnswer } from '../../schema.ts';
import { DoorClosed, type DoorWire, NoConnection } from '../door-api.ts';
import { closesDoor } from './own-refusal.ts';
import { countWaiting, doorStore, type QueuedScan } from './offline-store.ts';
import { phoneClock } from '../clock/steady-clock.ts';

const AT_ONCE = 200;
const TIMEOUT_MS = 10_000;
const QUEUE = 'comboi-door-queue';
const NO_EVENT = { eventId: 0, proof: '' };

export interface OfflineSync {
  /** The scans of all events, this one's first. */
  handIn(): Promise<void>;
  fetchList(eventId: number): Promise<void>;
}

/** `proof`: of whoever fetches the lists. */
export function offlineSync(wire: DoorWire, { eventId, proof }: { eventId: number; proof: string }): OfflineSync {
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const response = await wire.ask(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
      throw new NoConnection('unreachable');
    });
    if (await closesDoor(response)) throw new DoorClosed();
    if (!response.ok && response.status !== 304) throw new NoConnection('refused');
    return response;
  }

  async function bodyOf<Body>(response: Response): Promise<Body> {
    return (await response.json().catch(() => {
      throw new NoConnection('unreadable');
    })) as Body;
  }

  async function handInOf(event: number): Promise<void> {
    const store = await doorStore();
    const waiting = await store.getAllFromIndex('queue', 'event', event);
    const scans = waiting.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0)).slice(0, AT_ONCE);
    if (scans.length === 0) return;
    const response = await ask(`/api/door/${event}/scans`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sentAt: new Date(browserNow()).toISOString(), scans: scans.map(({ eventId: _event, place: _place, ...scan }) => scan) }),
    });
    const { results } = await bodyOf<UploadAnswer>(response);
    await settle(event, scans, results);
    if (waiting.length > AT_ONCE) await handInOf(event);
  }

  async function settle(event: number, scans: readonly QueuedScan[], results: UploadAnswer['results']): Promise<void> {
    const transaction = (await doorStore()).transaction(['queue', 'conflicts'], 'readwrite');
    const [queue, conflicts] = [transaction.objectStore('queue'), transaction.objectStore('conflicts')];
    for (const { nonce, success, conflict, message, ticketNumber, scannedAt } of results) {
      const scan = scans.find((one) => one.nonce === nonce);
      if (scan !== undefined && conflict) await conflicts.put({ nonce, eventId: event, message, ticketNumber, scannedAt });
      // Whoever was one too many did not come in after all.
      if (scan?.undoes !== undefined && success) await conflicts.delete(scan.undoes);
      await queue.delete(nonce);
    }
    await transaction.done;
    await countWaiting();
  }

  return {
    handIn: () => oneTabAtATime(async () => {
      await handInOf(eventId);
      const others = new Set((await (await doorStore()).getAll('queue')).map((scan) => scan.eventId));
      others.delete(eventId);
      // A pass may not open the event that was scanned before; its scans wait for whoever may.
      for (const other of others) await handInOf(other).catch(() => {});
    }),
    async fetchList(of) {
      const store = await doorStore();
      const stored = await store.get('lists', of);
      // What an older build stored holds no text.
      const kept = stored?.text === undefined ? undefined : stored;
      const begun = new Date(browserNow()).toISOString();
      const response = await ask(`/api/door/${of}/list`, { headers: kept ? { 'If-None-Match': kept.etag } : {} });
      if (response.status === 304 && kept) {
        phoneClock.startAnew();
        return void (await store.put('lists', { ...kept, by: proof, fetchedAt: phoneClock.now() }));
      }
      const [text, tickets] = await listOf(response);
      phoneClock.startAnew();
      await store.put('lists', { eventId: of, etag: response.headers.get('ETag') ?? '', text, tickets, by: proof, fetchedAt: phoneClock.now() });
      // What the server's list knows is forgotten here, so that an undo on another phone counts.
      const waiting = new Set((await store.getAllFromIndex('queue', 'event', of)).map(({ hash }) => hash));
      for (const { hash, at, eventId: event } of await store.getAll('admitted')) if (event === of && at < begun && !waiting.has(hash)) await store.delete('admitted', hash);
    },
  };
}

/** Parsed once, to know that it is one: somebody's proxy may answer with a page of its own. */
async function listOf(response: Response): Promise<[text: string, tickets: number]> {
  try {
    const text = await response.text();
    return [text, (JSON.parse(text) as DoorList).tickets.length];
  } catch {
    throw new NoConnection('unreadable');
  }
}

/** What waits on this phone, whatever event it is of. True once nothing does. */
export async function handInAll(wire: DoorWire): Promise<boolean> {
  await offlineSync(wire, NO_EVENT).handIn();
  return (await countWaiting()) === 0;
}

/** Whoever waited too long, for a tab that its phone has put to sleep, goes ahead: a scan that is sent twice counts once. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS);
  let isTurn = false;
  try {
    await navigator.locks.request(QUEUE, { signal: waiting.signal }, () => {
      isTurn = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (isTurn) throw error;
    await work();
  }
}
