import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { DoorList, FetchedList, LogEntry, LoggedTicket, PhoneLists, PhoneLog } from '#app/domain/door/decide.ts';
import { sayWaiting } from '#app/platform/client-state/waiting-scans.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import type { OfflineScan, UploadAnswer } from '#app/features/door/schema.ts';

import { CLOCK_ERROR_MS, phoneClock } from './clock/steady-clock.ts';

interface WaitingScan extends OfflineScan {
  eventId: number;
  hash: string;
  /** Insertion order: a phone's clock may jump. */
  place?: number;
}

/** Stored as JSON text: two thousand structured rows would block longer than the gap between a scanner's keys. */
interface StoredList {
  eventId: number;
  etag: string;
  fetchedAt: number;
  text: string;
  tickets: number;
  /** `proof` of the scanner that fetched it. */
  by: string;
}

interface StoredTicket extends LoggedTicket {
  hash: string;
  eventId: number;
}

export interface Conflict {
  nonce: string;
  eventId: number;
  message: string;
  ticketNumber: string | null;
  scannedAt: string;
}

interface Schema extends DBSchema {
  lists: { key: number; value: StoredList };
  queue: { key: string; value: WaitingScan; indexes: { event: number } };
  admitted: { key: string; value: StoredTicket };
  conflicts: { key: string; value: Conflict; indexes: { event: number } };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

/** Async, so that a browser that forbids storage rejects instead of throwing. */
async function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('comboi-door', 1, {
    terminated() {
      opened = null;
    },
    upgrade(db) {
      db.createObjectStore('lists', { keyPath: 'eventId' });
      db.createObjectStore('queue', { keyPath: 'nonce' }).createIndex('event', 'eventId');
      db.createObjectStore('admitted', { keyPath: 'hash' });
      db.createObjectStore('conflicts', { keyPath: 'nonce' }).createIndex('event', 'eventId');
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

export interface DoorLog {
  /** Null without a list of this scanner. */
  read(): Promise<{ lists: PhoneLists; log: PhoneLog } | null>;
  append(entry: LogEntry, scan: { now: string; logged: LoggedTicket | null }): Promise<void>;
  isWaiting(nonce: string): Promise<boolean>;
  /** What the server recorded at this phone's request. */
  remember(ticketId: string, isIn: boolean): Promise<void>;
  /** Null without storage. */
  summary(): Promise<{ list: StoredList | undefined; queued: number; conflicts: Conflict[] } | null>;
  dismiss(nonce: string): Promise<void>;
}

/** `proof` identifies the scanner, whose data is not visible to another one on this phone. */
export function doorLog({ eventId, device }: { eventId: number; device: string }, proof: string): DoorLog {
  const parsed = new Map<number, { text: string; list: DoorList }>();

  function fetched({ eventId: of, text, fetchedAt }: StoredList): FetchedList {
    const before = parsed.get(of);
    const list: DoorList = before?.text === text ? before.list : JSON.parse(text);
    parsed.set(of, { text, list });
    return { eventId: of, list, ageMs: ageOf(fetchedAt) };
  }

  return {
    async read() {
      const db = await database();
      const stored = (await db.getAll('lists')).filter((list) => list.by === proof && isReadable(list));
      const own = stored.find((list) => list.eventId === eventId);
      if (own === undefined) return null;
      const lists = { own: fetched(own), others: stored.filter((list) => list !== own).map(fetched) };
      return { lists, log: new Map((await db.getAll('admitted')).map((ticket) => [ticket.hash, ticket])) };
    },
    async append(entry, { now, logged }) {
      const transaction = (await database()).transaction(['queue', 'admitted'], 'readwrite');
      const waiting = await transaction.objectStore('queue').getAll();
      const last = waiting.reduce((highest, one) => Math.max(highest, one.place ?? 0), 0);
      await transaction.objectStore('queue').put({ ...entry, eventId, scannedAt: now, device, by: proof, place: last + 1 });
      if (logged !== null) await transaction.objectStore('admitted').put({ ...logged, hash: entry.hash, eventId });
      await transaction.done;
      await countWaiting();
    },
    async isWaiting(nonce) {
      return (await (await database()).get('queue', nonce)) !== undefined;
    },
    async remember(ticketId, isIn) {
      const [db, hash] = [await database(), await hashOf(ticketId)];
      await db.put('admitted', { hash, eventId, at: new Date(browserNow()).toISOString(), isFree: !isIn });
    },
    async summary() {
      const db = await database().catch(() => null);
      if (db === null) return null;
      const [list, queued, conflicts] = await Promise.all([db.get('lists', eventId), countWaiting(), db.getAll('conflicts')]);
      return { list: list?.by === proof ? list : undefined, queued, conflicts };
    },
    async dismiss(nonce) {
      await (await database()).delete('conflicts', nonce);
    },
  };
}

function ageOf(fetchedAt: number): number | null {
  const age = phoneClock.now() - fetchedAt;
  return phoneClock.wasSetBack() || age < -CLOCK_ERROR_MS ? null : age;
}

/** Also broadcasts the number to the site's other pages. */
export async function countWaiting(): Promise<number> {
  const count = await (await database()).count('queue');
  sayWaiting(count);
  return count;
}

export async function eventsOfWaiting(): Promise<Set<number>> {
  return new Set((await (await database()).getAll('queue')).map(({ eventId }) => eventId));
}

export async function waitingScans(eventId: number): Promise<WaitingScan[]> {
  const waiting = await (await database()).getAllFromIndex('queue', 'event', eventId);
  return waiting.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
}

/** Removes uploaded scans; duplicates become conflicts. */
export async function storeUploadResults(eventId: number, scans: readonly WaitingScan[], results: UploadAnswer['results']): Promise<void> {
  const transaction = (await database()).transaction(['queue', 'conflicts'], 'readwrite');
  const [queue, conflicts] = [transaction.objectStore('queue'), transaction.objectStore('conflicts')];
  for (const { nonce, success, conflict, message, ticketNumber, scannedAt } of results) {
    const scan = scans.find((one) => one.nonce === nonce);
    if (scan !== undefined && conflict) await conflicts.put({ nonce, eventId, message, ticketNumber, scannedAt });
    // An undone duplicate is no conflict any more.
    if (scan?.undoes !== undefined && success) await conflicts.delete(scan.undoes);
    await queue.delete(nonce);
  }
  await transaction.done;
  await countWaiting();
}

export async function storedList(eventId: number): Promise<StoredList | undefined> {
  const stored = await (await database()).get('lists', eventId);
  return stored !== undefined && isReadable(stored) ? stored : undefined;
}

/** Lists stored by older builds lack `text`. */
function isReadable({ text }: Partial<StoredList>): boolean {
  return text !== undefined;
}

export async function storeList(list: Omit<StoredList, 'fetchedAt'>): Promise<void> {
  phoneClock.startAnew();
  await (await database()).put('lists', { ...list, fetchedAt: phoneClock.now() });
}

/** Entries that the server's list contains, so that an undo on another phone takes effect. */
export async function forgetLogged({ eventId, before }: { eventId: number; before: string }): Promise<void> {
  const db = await database();
  const waiting = new Set((await db.getAllFromIndex('queue', 'event', eventId)).map(({ hash }) => hash));
  for (const ticket of await db.getAll('admitted')) if (ticket.eventId === eventId && ticket.at < before && !waiting.has(ticket.hash)) await db.delete('admitted', ticket.hash);
}

export async function forgetLists(): Promise<void> {
  await (await database()).clear('lists');
}

export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest).slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A hash stands in for the id of a ticket known from the list alone. */
export function isHash(ticketId: string): boolean {
  return /^[0-9a-f]{32}$/.test(ticketId);
}
