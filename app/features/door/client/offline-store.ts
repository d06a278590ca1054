import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

import type { DoorList, OfflineScan } from '../schema.ts';

export interface QueuedScan extends OfflineScan {
  eventId: number;
  hash: string;
}

export interface KeptList {
  eventId: number;
  etag: string;
  list: DoorList;
  /** By this phone's clock. */
  fetchedAt: number;
}

export interface Conflict {
  nonce: string;
  eventId: number;
  message: string;
  ticketNumber: string | null;
  scannedAt: string;
}

interface Schema extends DBSchema {
  lists: { key: number; value: KeptList };
  queue: { key: string; value: QueuedScan; indexes: { event: number } };
  /** Hashes of tickets that this phone admitted without network. */
  admitted: { key: string; value: { hash: string; eventId: number; at: string } };
  conflicts: { key: string; value: Conflict; indexes: { event: number } };
}

export type DoorStore = IDBPDatabase<Schema>;

let opened: Promise<DoorStore> | null = null;

export function doorStore(): Promise<DoorStore> {
  opened ??= openDB<Schema>('comboi-door', 1, {
    upgrade(db) {
      db.createObjectStore('lists', { keyPath: 'eventId' });
      db.createObjectStore('queue', { keyPath: 'nonce' }).createIndex('event', 'eventId');
      db.createObjectStore('admitted', { keyPath: 'hash' });
      db.createObjectStore('conflicts', { keyPath: 'nonce' }).createIndex('event', 'eventId');
    },
  });
  return opened;
}
