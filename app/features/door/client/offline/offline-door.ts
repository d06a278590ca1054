import type { DoorSession } from '../../schema.ts';
import { DoorClosed, type DoorWire, NoConnection, type Place } from '../door-api.ts';
import { type OfflineDecisions, offlineDecisions } from './offline-decisions.ts';
import { offlineRecord, type OfflineRecord, type Scan } from './offline-record.ts';
import type { Conflict } from './offline-store.ts';
import { offlineSync } from './offline-sync.ts';
import { phoneClock } from '../clock/steady-clock.ts';

export interface OfflineState {
  listAt: number | null;
  /** False where the phone's clock was set back since. */
  isAgeKnown: boolean;
  tickets: number;
  queued: number;
  conflicts: Conflict[];
  /** False where the phone has no storage or no room in it: without network it then decides nothing. */
  keeps: boolean;
  isOnline: boolean;
}

export const NO_OFFLINE_STATE: OfflineState = { listAt: null, isAgeKnown: true, tickets: 0, queued: 0, conflicts: [], keeps: true, isOnline: true };

export interface OfflineDoor extends OfflineDecisions, Pick<OfflineRecord, 'remember' | 'dismiss'> {
  /** An admission that the server has not heard of yet. */
  isWaiting(nonce: string): Promise<boolean>;
  heard(): void;
  /** False where it failed. */
  sync(): Promise<boolean>;
  /** Of other events, whose tickets come to this door as well. */
  fetchLists(eventIds: readonly number[]): Promise<boolean>;
  state(): Promise<OfflineState>;
}

interface Parts {
  wire: DoorWire;
  place: Place;
  scanner: DoorSession['scanner'];
  changed: () => void;
  closed: () => void;
}

export function offlineDoor({ wire, place, scanner, changed, closed }: Parts): OfflineDoor {
  const { eventId } = place;
  const { handIn, fetchList } = offlineSync(wire, { eventId, proof: scanner.proof });
  const record = offlineRecord(place, scanner.proof);
  let isOnline = true;
  let keeps = true;

  function setOnline(online: boolean): void {
    if (isOnline === online) return;
    isOnline = online;
    changed();
  }

  async function queue(scan: Scan): Promise<void> {
    try {
      await record.queue(scan);
    } catch (error) {
      keeps = false;
      throw error;
    } finally {
      changed();
    }
  }

  async function synchronise(): Promise<boolean> {
    let isDone = false;
    try {
      await handIn();
      await fetchList(eventId);
      keeps = true;
      isDone = true;
      setOnline(true);
    } catch (error) {
      if (error instanceof DoorClosed) closed();
      else if (error instanceof NoConnection) setOnline(false);
      else {
        keeps = false;
        setOnline(navigator.onLine);
      }
    }
    phoneClock.remember();
    changed();
    return isDone;
  }

  return {
    ...offlineDecisions({ record: { ...record, queue }, eventId, scanner, deciding: () => setOnline(false) }),
    isWaiting: (nonce) => record.isQueued(nonce),
    remember: (ticketId, isIn) => record.remember(ticketId, isIn),
    heard: () => setOnline(true),
    sync: oneAtATime(synchronise),
    async fetchLists(eventIds) {
      const fetched: boolean[] = [];
      for (const other of eventIds) fetched.push(await fetchList(other).then(() => true, () => false));
      changed();
      return !fetched.includes(false);
    },
    async dismiss(nonce) {
      await record.dismiss(nonce);
      changed();
    },
    async state() {
      const summary = await record.summary();
      if (summary === null) return { ...NO_OFFLINE_STATE, keeps: false, isOnline };
      const { list, queued, conflicts } = summary;
      return { listAt: list?.fetchedAt ?? null, isAgeKnown: !phoneClock.wasSetBack(), tickets: list?.tickets ?? 0, queued, conflicts, keeps, isOnline };
    },
  };
}

/** Whoever asks while it runs has it run once more. */
function oneAtATime<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let isAskedAgain = false;
  async function runAll(): Promise<Result> {
    isAskedAgain = false;
    const result = await run();
    if (isAskedAgain) return runAll();
    running = null;
    return result;
  }
  return () => {
    isAskedAgain = running !== null;
    running ??= runAll();
    return running;
  };
}
