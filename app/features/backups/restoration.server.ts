import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';

import type { Clock } from '#app/platform/adapters/clock.server.ts';
import { openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { assertReachable, migrate, migrateTo } from '#app/platform/adapters/db/migrate.server.ts';
import { bundledSchema, type SchemaFiles } from '#app/platform/adapters/db/schema-files.server.ts';
import type { Logger } from '#app/platform/adapters/log.server.ts';
import type { FileStorage } from '#app/platform/adapters/storage/file-storage.server.ts';
import { deleteFilesWithoutObjects } from '#app/features/files/upkeep/service.server.ts';

import type { WithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import { eraseNeedsOfRestored } from '#app/features/needs/service.server.ts';
import { type BackedUpFile, type BackupManifest, BackupRefusal, readArchive, verifyArchive } from './archive.server.ts';
import type { BackupFiles } from './backup-files.server.ts';
import { copyIn, countServers, dropEverything, emptyTables, insertRestoration, isEmpty, openClient, selectTables, setSequences } from './store.server.ts';

export interface Restore {
  url: string;
  storage: FileStorage;
  clock: Clock;
  log: Logger;
  /** Opened twice: once to verify the archive, once to restore it. */
  open: () => Promise<Readable>;
  /** Beside the archive, where its own files lie. */
  files: BackupFiles;
  /** Allows overwriting a database that is not empty. */
  replace: boolean;
  /** Kept beside the backups: what it holds is not brought back. */
  withdrawnConsents: WithdrawnConsents;
  schema?: SchemaFiles;
}

export interface Restored {
  madeAt: string;
  objects: number;
}

/** In one transaction. */
export async function restoreBackup({ url, storage, clock, log, open, files, replace, withdrawnConsents, schema = bundledSchema }: Restore): Promise<Restored> {
  const manifest = await verifyArchive(await open());
  assertReachable(manifest.migrations, { of: 'backup', schema });
  await assertWhole(manifest.files, files);
  const client = await openClient(url);
  const present = new Set<string>();
  try {
    // A pooler applies the role's timeouts, and the transaction idles while files are stored.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    if ((await countServers(client)) > 0) throw new BackupRefusal('Comboi is running on this database: stop every process of it first.');
    if (!replace && !(await isEmpty(client))) throw new BackupRefusal('This database is not empty. To lose what it holds and put the backup in its place, add --replace.');
    await client.query('begin');
    await dropEverything(client);
    await migrateTo(client, { reached: manifest.migrations, functionSets: manifest.functionSets, schema });
    await assertSameTables(client, manifest);
    await emptyTables(client, manifest.tables);
    // Before triggers exist: the rows were counted and sealed when they were first written.
    await fill(client, { manifest, source: await open(), storage, present });
    for (const file of manifest.files) {
      const body = await files.read(file);
      if (body === null) throw new BackupRefusal(`The file ${file.sha256} has gone meanwhile: nothing was restored.`);
      await storage.put({ name: file.name, body, size: file.size, mediaType: mediaTypeOf(file.name) });
      present.add(file.name);
    }
    await setSequences(client, manifest.sequences);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate({ url, log, schema });
  const db = openDatabase({ url, poolSize: 1, log });
  try {
    await eraseNeedsOfRestored(db.query, { withdrawals: async () => withdrawnConsents.list(), now: clock.now() });
    await deleteFilesWithoutObjects(db.query, { present, now: clock.now() });
    await insertRestoration(db.query, { at: clock.now(), madeAt: new Date(manifest.madeAt) });
  } finally {
    await db.close();
  }
  return { madeAt: manifest.madeAt, objects: present.size };
}

async function assertWhole(listed: readonly BackedUpFile[], files: BackupFiles): Promise<void> {
  const missing: string[] = [];
  for (const file of listed) if (!(await files.isWhole(file))) missing.push(file.sha256);
  if (missing.length === 0) return;
  throw new BackupRefusal(`This backup is not complete: of its ${listed.length} uploaded files ${missing.length} are not beside it, or damaged (files/${missing[0]}). Copy the folder \`files\` of the backups too, or take a whole backup (\`npm run backup -- --whole\`).`);
}

async function fill(client: Client, { manifest, source, storage, present }: { manifest: BackupManifest; source: Readable; storage: FileStorage; present: Set<string> }): Promise<void> {
  let open: { table: string; into: Writable } | null = null;
  const close = async (): Promise<void> => {
    open?.into.end();
    if (open) await finished(open.into);
    open = null;
  };
  await readArchive(source, {
    manifest: async () => {},
    async entry(entry) {
      if (entry.kind === 'list') {
        entry.body.resume();
        await finished(entry.body);
        return;
      }
      if (entry.kind === 'object') {
        await close();
        await storage.put({ name: entry.name, body: entry.body, size: entry.size, mediaType: mediaTypeOf(entry.name) });
        present.add(entry.name);
        return;
      }
      if (open?.table !== entry.table) {
        await close();
        const table = manifest.tables.find(({ name }) => name === entry.table);
        if (table === undefined) throw new BackupRefusal('This file is no backup of Comboi.');
        open = { table: entry.table, into: copyIn(client, table) };
      }
      const chunks: AsyncIterable<Uint8Array> = entry.body;
      for await (const chunk of chunks) await write(open.into, chunk);
    },
  });
  await close();
}

async function write(into: Writable, chunk: Uint8Array): Promise<void> {
  if (!into.write(chunk)) await once(into, 'drain');
}

async function assertSameTables(client: Client, { tables }: BackupManifest): Promise<void> {
  const made = await selectTables(client);
  const columnsOf = (list: BackupManifest['tables']): string[] => list.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const [wanted, there] = [new Set(columnsOf(tables)), new Set(columnsOf(made))];
  if (wanted.size !== there.size || [...wanted].some((column) => !there.has(column))) throw new BackupRefusal('The tables of this backup are not those its migrations make: something else had been added to that database.');
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { webp: 'image/webp', jpg: 'image/jpeg', pdf: 'application/pdf' };

function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
