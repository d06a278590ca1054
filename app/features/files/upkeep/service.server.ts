import type { Query } from '#app/platform/adapters/db/database.server.ts';
import type { StoredObject } from '#app/platform/adapters/storage/file-storage.server.ts';
import { type Bucket, BUCKETS } from '#app/domain/files/bucket.ts';
import { type StorageUsage, summarizeUsage } from '#app/domain/files/usage.ts';
import type { Deps } from '#app/platform/deps.server.ts';

import { removeDeleted } from '../save-file.server.ts';
import { clearLeftPieces, PIECES_FOLDER } from '../uploads/service.server.ts';
import { deleteAbandoned, deleteFilesOf, deleteNeverCame, selectBytesByBucket, selectDeleted, selectExpectedBytes, selectExpectedObjects, selectFilesOfBucket, selectKnownObjects } from './store.server.ts';

const HOUR_MS = 3_600_000;
const ABANDONED_AFTER_MS = 24 * HOUR_MS;
/** An upload of which not one byte has come. */
const NEVER_CAME_AFTER_MS = HOUR_MS;
/** By then a concurrent writer has inserted its row. */
const ORPHANED_AFTER_MS = HOUR_MS;
const DELETED_AT_ONCE = 100;
const BATCH_SIZE = 500;
/** Other folders of the storage may not be ours. */
const FOLDERS = [...Object.keys(BUCKETS), PIECES_FOLDER];

/** A failed deletion does not stop the others. */
export async function removeDeletedFiles(deps: Deps): Promise<void> {
  const failures: unknown[] = [];
  for (const { id } of await selectDeleted(deps.db.query, { limit: DELETED_AT_ONCE })) {
    await removeDeleted(deps, id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

export async function sweepFiles(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deleteAbandoned(deps.db.query, { before: new Date(now.getTime() - ABANDONED_AFTER_MS), now });
  await deleteNeverCame(deps.db.query, { before: new Date(now.getTime() - NEVER_CAME_AFTER_MS), now });
  await clearLeftPieces(deps);
  await removeDeletedFiles(deps);
  for (const folder of FOLDERS) {
    for await (const { name } of orphanedObjects(deps, folder)) await deps.storage.remove(name);
  }
  await deps.storage.forgetUnfinished(new Date(now.getTime() - ORPHANED_AFTER_MS));
}

export async function usageOf(deps: Deps, bucket: Bucket): Promise<StorageUsage> {
  const rows = await selectFilesOfBucket(deps.db.query, bucket);
  const files = rows.filter(({ state }) => state === 'ready').map(({ id, ownerId, bytes }) => ({ id, ownerId, bytes }));
  const promisedBytes = rows.reduce((sum, { state, bytes }) => (state === 'ready' ? sum : sum + bytes), 0);
  const orphans = await Array.fromAsync(orphanedObjects(deps, bucket), ({ name, size, modifiedAt }) => ({ name, bytes: size, modifiedAt }));
  return summarizeUsage({ bucket, files, promisedBytes, orphans });
}

export async function bytesByBucket(deps: Pick<Deps, 'db'>): Promise<{ bucket: Bucket; files: number; bytes: number }[]> {
  return selectBytesByBucket(deps.db.query);
}

export async function expectedObjects(query: Query): Promise<string[]> {
  return selectExpectedObjects(query);
}

export async function expectedBytes(query: Query): Promise<number> {
  return selectExpectedBytes(query);
}

/** Their objects were deleted while a backup copied the rows. */
export async function deleteFilesWithoutObjects(query: Query, { present, now }: { present: ReadonlySet<string>; now: Date }): Promise<void> {
  const missing = (await selectExpectedObjects(query)).filter((name) => !present.has(name));
  if (missing.length > 0) await deleteFilesOf(query, { objectNames: missing, now });
}

/** I11. */
export async function examineFiles(deps: Pick<Deps, 'db' | 'storage' | 'clock'>): Promise<{ rule: string; what: string; how: string }[]> {
  const missing = (await missingObjects(deps)).map((name) => ({ rule: 'I11 every file that a row names is there', what: name, how: 'missing' }));
  const orphans = [];
  for (const folder of FOLDERS) {
    for await (const { name, modifiedAt } of orphanedObjects(deps, folder)) {
      orphans.push({ rule: 'I11 every file of more than an hour has a row', what: name, how: `there since ${modifiedAt.toISOString()}` });
    }
  }
  return [...missing, ...orphans];
}

async function* orphanedObjects({ db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>, folder: string): AsyncIterable<StoredObject> {
  const before = new Date(clock.now().getTime() - ORPHANED_AFTER_MS);
  let page: StoredObject[] = [];
  for await (const object of storage.list(`${folder}/`)) {
    if (object.modifiedAt < before) page.push(object);
    if (page.length < BATCH_SIZE) continue;
    yield* await unknownOf(page);
    page = [];
  }
  yield* await unknownOf(page);

  async function unknownOf(objects: readonly StoredObject[]): Promise<StoredObject[]> {
    const known = await selectKnownObjects(db.query, objects.map(({ name }) => name));
    return objects.filter(({ name }) => !known.has(name));
  }
}

async function missingObjects({ db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<string[]> {
  const present = new Set<string>();
  const expected = await selectExpectedObjects(db.query);
  for (const folder of FOLDERS) for await (const { name } of storage.list(`${folder}/`)) present.add(name);
  const absent = expected.filter((name) => !present.has(name));
  // Files deleted between the two reads are rightly missing.
  const still = new Set(absent.length > 0 ? await selectExpectedObjects(db.query) : []);
  return absent.filter((name) => still.has(name));
}
