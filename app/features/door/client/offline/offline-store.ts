import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import { sayWaiting } from '#app/client-state/waiting-scans.ts';

import type { DoorList, OfflineScan } from '../../schema.ts';

export interface QueuedScan extends OfflineScan {
  eventId: number;
  hash: string;
  /** In which order they were made: a phone's clock may jump. */
  place?: number;
}

export interface KeptList {
  eventId: number;
  etag: string;
  list: DoorList;
  fetchedAt: number;
}

/** Text, since a browser stores and reads that at once: two thousand rows would take longer than a scanner's keys are apart. */
export interface StoredList extends Omit<KeptList, 'list'> {
  text: string;
  tickets: number;
  /** The `proof` of whoever fetched it. */
  by: string;
}

/** What this phone did to a ticket since the list was made. */
export interface KnownHere {
  hash: string;
  eventId: number;
  at: string;
  /** The admission was taken back, or whoever came in went out again. */
  isFree?: boolean;
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
  queue: { key: string; value: QueuedScan; indexes: { event: number } };
  admitted: { key: string; value: KnownHere };
  conflicts: { key: string; value: Conflict; indexes: { event: number } };
}

export type DoorStore = IDBPDatabase<Schema>;

let opened: Promise<DoorStore> | null = null;

/** Async, since a browser that forbids storage throws at once. */
export async function doorStore(): Promise<DoorStore> {
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

/** Scans of all events that are still to be sent; the rest of the site is told. */
export async function countWaiting(): Promise<number> {
  const count = await (await doorStore()).count('queue');
  sayWaiting(count);
  return count;
}
