import type { AdmissionCode } from '#app/domain/door/admission.ts';
import { browserNow } from '#app/design/ui/browser-facts.ts';

import type { DoorList } from '../../schema.ts';
import type { Place } from '../door-api.ts';
import { type Conflict, countWaiting, doorStore, type KeptList, type KnownHere, type StoredList } from './offline-store.ts';
import { hashOf } from '../ticket-hash.ts';

export interface Scan {
  hash: string;
  nonce: string;
  decision: AdmissionCode;
  /** `asOf` of the list that it was decided by. */
  listAsOf: string;
  undoes?: string;
}

/** What this phone holds of one event. */
export interface OfflineRecord {
  list(): Promise<KeptList | undefined>;
  /** Those of other events that are kept here. */
  otherLists(): Promise<KeptList[]>;
  /** By the ticket's hash. */
  knownHere(): Promise<Map<string, KnownHere>>;
  /** Until it is handed in. */
  queue(scan: Scan): Promise<void>;
  isQueued(nonce: string): Promise<boolean>;
  remember(ticketId: string, isIn: boolean): Promise<void>;
  dismiss(nonce: string): Promise<void>;
  /** Null where the phone keeps nothing. */
  summary(): Promise<{ list: StoredList | undefined; queued: number; conflicts: Conflict[] } | null>;
}

/** `proof` says who scans, also when somebody else hands the scans in. */
export function offlineRecord({ eventId, device }: Place, proof: string): OfflineRecord {
  let parsed: { text: string; list: DoorList } | null = null;

  /** What somebody else fetched on this phone is theirs. */
  async function ownList(): Promise<StoredList | undefined> {
    const stored = await (await doorStore()).get('lists', eventId);
    return stored?.by === proof ? stored : undefined;
  }

  return {
    async list() {
      const stored = await ownList();
      if (stored === undefined) return undefined;
      if (parsed?.text !== stored.text) parsed = { text: stored.text, list: JSON.parse(stored.text) as DoorList };
      return { eventId, etag: stored.etag, fetchedAt: stored.fetchedAt, list: parsed.list };
    },
    async otherLists() {
      const others = (await (await doorStore()).getAll('lists')).filter((stored) => stored.eventId !== eventId && stored.by === proof);
      return others.map(({ eventId: otherId, etag, fetchedAt, text }) => ({ eventId: otherId, etag, fetchedAt, list: JSON.parse(text) as DoorList }));
    },
    async knownHere() {
      return new Map((await (await doorStore()).getAll('admitted')).map((known) => [known.hash, known]));
    },
    async queue(scan) {
      const scannedAt = new Date(browserNow()).toISOString();
      const transaction = (await doorStore()).transaction(['queue', 'admitted'], 'readwrite');
      const waiting = await transaction.objectStore('queue').getAll();
      const last = waiting.reduce((highest, one) => Math.max(highest, one.place ?? 0), 0);
      await transaction.objectStore('queue').put({ ...scan, eventId, scannedAt, device, by: proof, place: last + 1 });
      const isUndo = scan.undoes !== undefined;
      if (isUndo || scan.decision === 'ADMITTED') await transaction.objectStore('admitted').put({ hash: scan.hash, eventId, at: scannedAt, isFree: isUndo });
      await transaction.done;
      await countWaiting();
    },
    async isQueued(nonce) {
      return (await (await doorStore()).get('queue', nonce)) !== undefined;
    },
    async remember(ticketId, isIn) {
      const [store, hash] = [await doorStore(), await hashOf(ticketId)];
      await store.put('admitted', { hash, eventId, at: new Date(browserNow()).toISOString(), isFree: !isIn });
    },
    async dismiss(nonce) {
      await (await doorStore()).delete('conflicts', nonce);
    },
    async summary() {
      const store = await doorStore().catch(() => null);
      if (store === null) return null;
      const [list, queued, conflicts] = await Promise.all([ownList(), countWaiting(), store.getAll('conflicts')]);
      return { list, queued, conflicts };
    },
  };
}
