import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { createS3Storage } from '#app/platform/adapters/storage/s3-storage.server.ts';

import { anS3Server } from '../s3/s3-server.ts';
import { closeInOrder } from './invariants.ts';
import { aTestApp, type TestApp } from './test-app.ts';

/** Where files may lie: what holds for one has to hold for the other. */
export const STORES = ['the disk', 'S3'] as const;

export type Store = (typeof STORES)[number];

/** `change` makes the store ill. */
export async function anAppStoringOn(store: Store, change: (storage: FileStorage) => Partial<FileStorage> = () => ({})): Promise<{ app: TestApp; close: () => Promise<void> }> {
  const s3 = store === 'S3' ? await anS3Server() : null;
  const app = await aTestApp({
    deps(usual) {
      const storage = s3 ? createS3Storage(s3.place) : usual.storage;
      return { storage: { ...storage, ...change(storage) } };
    },
  });
  return {
    app,
    async close() {
      await closeInOrder(app);
      await s3?.close();
    },
  };
}
