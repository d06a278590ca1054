import type { DoorList } from '#app/domain/door/decide.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';
import type { UploadAnswer } from '#app/features/door/schema.ts';

import { phoneClock } from '../clock/steady-clock.ts';
import { type Conflict, countWaiting, eventsOfWaiting, forgetLogged, storeUploadResults, storedList, storeList, waitingScans } from '../log.ts';
import { closingOf, DoorClosed, type DoorClosing, type DoorTransport, NoConnection } from './transport.ts';

const AT_ONCE = 200;
const TIMEOUT_MS = 10_000;
const LOCK = 'comboi-door-queue';
const NO_EVENT = 0;

export interface Reach {
  isOnline: boolean;
  /** False without storage or quota; the phone then decides nothing offline. */
  keeps: boolean;
}

export interface SyncState extends Reach {
  listAt: number | null;
  /** False after the clock was set back. */
  isAgeKnown: boolean;
  tickets: number;
  queued: number;
  conflicts: Conflict[];
}

export const NOTHING_SYNCED: SyncState = { listAt: null, isAgeKnown: true, tickets: 0, queued: 0, conflicts: [], keeps: true, isOnline: true };

interface SyncParts {
  transport: DoorTransport;
  eventId: number;
  proof: string;
  changed: () => void;
  note: (seen: Partial<Reach>) => void;
  /** The server answered that this door is closed. */
  closed: (why: DoorClosing) => void;
}

export interface DoorSync {
  /** Uploads and fetches the list. False on failure. */
  sync(): Promise<boolean>;
  /** Other events whose tickets are accepted at this door. */
  fetchLists(eventIds: readonly number[]): Promise<boolean>;
}

export function doorSync({ transport, eventId, proof, note, changed, closed }: SyncParts): DoorSync {
  async function synchronise(): Promise<boolean> {
    let isDone = false;
    try {
      await handIn(transport, eventId);
      await fetchList(transport, { eventId, proof });
      isDone = true;
      note({ isOnline: true, keeps: true });
    } catch (error) {
      if (error instanceof DoorClosed) closed(error.why);
      else if (error instanceof NoConnection) note({ isOnline: false });
      else note({ isOnline: navigator.onLine, keeps: false });
    }
    phoneClock.remember();
    changed();
    return isDone;
  }

  return {
    sync: oneAtATime(synchronise),
    async fetchLists(eventIds) {
      const fetched: boolean[] = [];
      for (const other of eventIds) fetched.push(await fetchList(transport, { eventId: other, proof }).then(() => true, () => false));
      changed();
      return !fetched.includes(false);
    },
  };
}

/** Single-flight: a call during a run schedules one more run. */
function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let isRequestedAgain = false;
  async function runAll(): Promise<Result> {
    isRequestedAgain = false;
    const result = await run();
    if (isRequestedAgain) return runAll();
    running = null;
    return result;
  }
  return () => {
    isRequestedAgain = running !== null;
    running ??= runAll();
    return running;
  };
}

/** `eventId`'s scans first. */
function handIn(transport: DoorTransport, eventId: number): Promise<void> {
  return oneTabAtATime(async () => {
    await handInOf(transport, eventId);
    const others = await eventsOfWaiting();
    others.delete(eventId);
    // A pass may lack the right to an earlier event; those scans wait for another scanner.
    for (const other of others) await handInOf(transport, other).catch(() => {});
  });
}

/** True once nothing is waiting. */
export async function handInAll(transport: DoorTransport): Promise<boolean> {
  await handIn(transport, NO_EVENT);
  return (await countWaiting()) === 0;
}

async function handInOf(transport: DoorTransport, eventId: number): Promise<void> {
  const waiting = await waitingScans(eventId);
  const scans = waiting.slice(0, AT_ONCE);
  if (scans.length === 0) return;
  const response = await ask(transport, `/api/door/${eventId}/scans`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ sentAt: new Date(browserNow()).toISOString(), scans: scans.map(({ eventId: _event, place: _place, ...scan }) => scan) }),
  });
  const { results } = await readable(async (): Promise<UploadAnswer> => response.json());
  await storeUploadResults(eventId, scans, results);
  if (waiting.length > AT_ONCE) await handInOf(transport, eventId);
}

async function fetchList(transport: DoorTransport, { eventId, proof }: { eventId: number; proof: string }): Promise<void> {
  const stored = await storedList(eventId);
  const begun = new Date(browserNow()).toISOString();
  const response = await ask(transport, `/api/door/${eventId}/list`, { headers: stored ? { 'If-None-Match': stored.etag } : {} });
  if (response.status === 304 && stored) await storeList({ ...stored, by: proof });
  else await storeList({ eventId, etag: response.headers.get('ETag') ?? '', ...(await readList(response)), by: proof });
  await forgetLogged({ eventId, before: begun });
}

/** A captive portal may answer 200 with a page of its own. */
async function readList(response: Response): Promise<{ text: string; tickets: number }> {
  return readable(async () => {
    const text = await response.text();
    const list: DoorList = JSON.parse(text);
    return { text, tickets: list.tickets.length };
  });
}

async function ask(transport: DoorTransport, path: string, init: RequestInit): Promise<Response> {
  const response = await transport.ask(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new NoConnection('unreachable');
  });
  const closing = await closingOf(response);
  if (closing !== null) throw new DoorClosed(closing);
  if (!response.ok && response.status !== 304) throw new NoConnection('refused');
  return response;
}

async function readable<Body>(read: () => Promise<Body>): Promise<Body> {
  try {
    return await read();
  } catch {
    throw new NoConnection('unreadable');
  }
}

/** A lock waited for too long (its tab is suspended) is bypassed: a scan sent twice counts once. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), TIMEOUT_MS);
  let hasLock = false;
  try {
    await navigator.locks.request(LOCK, { signal: waiting.signal }, () => {
      hasLock = true;
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (hasLock) throw error;
    await work();
  }
}
