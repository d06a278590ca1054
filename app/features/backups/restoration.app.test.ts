import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type Database, openDatabase } from '#app/platform/adapters/db/database.server.ts';
import { migrate } from '#app/platform/adapters/db/migrate.server.ts';
import { bundledSchema, migrationsOf, type SchemaFiles } from '#app/platform/adapters/db/schema-files.server.ts';
import { openWithdrawnConsents } from '#app/platform/adapters/withdrawn-consents.server.ts';
import { silentLogger } from '#app/platform/adapters/log.server.ts';
import { examineRecords } from '#app/features/doctor/doctor.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, aTicket, post, refreshOrder, signedIn } from '#tests/support/people/buyers.ts';
import { aTestDatabase } from '#tests/support/process/test-database.ts';

import { type BackupManifest, verifyArchive, writeArchive } from './archive.server.ts';
import { restoreBackup } from './restoration.server.ts';
import { storeBackup } from './service.server.ts';
import { openBackupStore } from './backup-store.server.ts';

const EMPTY = 'template1';
const REACHED = migrationsOf(bundledSchema).map(({ name, checksum }) => ({ name, checksum }));

let app: TestApp;
let backup: Buffer;
let orderId: string;
beforeAll(async () => {
  app = await aTestApp();
  orderId = (await aPaidOrder(app, { event: await anEvent(app, { maxTickets: 40 }), quantity: 3 })).orderId;
  backup = await buffer((await openBackupStore(app.deps).read((await storeBackup(app.deps)).name))!);
});
afterAll(() => app.close());

async function restore(url: string, { archive = backup, schema = bundledSchema }: { archive?: Buffer; schema?: SchemaFiles } = {}): Promise<Database> {
  const { storage, clock } = app.deps;
  await restoreBackup({ url, storage, clock, log: silentLogger, open: async () => Readable.from([archive], { objectMode: false }), files: openBackupStore(app.deps).files, replace: true, withdrawnConsents: openWithdrawnConsents(app.deps), schema });
  return reading(url);
}

function reading(url: string): Database {
  const db = openDatabase({ url, poolSize: 2, log: silentLogger });
  onTestFinished(() => db.close());
  return db;
}

/** The same tables without rows, under another history. */
async function anArchiveOf(history: (manifest: BackupManifest) => Partial<BackupManifest>): Promise<Buffer> {
  const manifest = await verifyArchive(Readable.from([backup], { objectMode: false }));
  const into = new PassThrough();
  const { writer } = writeArchive({ ...manifest, ...history(manifest) }, into);
  const [archive] = await Promise.all([buffer(into), writer.finish()]);
  return archive;
}

async function numbersIn(db: Database): Promise<{ orders: number; functions: number; triggers: number }> {
  const { rows } = await sql<{ orders: number; functions: number; triggers: number }>`
    select (select count(*)::integer from orders) as orders,
      (select count(*)::integer from pg_proc where pronamespace = 'public'::regnamespace) as functions,
      (select count(*)::integer from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers`.execute(db.query);
  return rows[0]!;
}

test('a backup one migration older gets its rows, the migration, the functions of today, and the books are in order', async () => {
  const next: SchemaFiles = {
    ...bundledSchema,
    migrations: { ...bundledSchema.migrations, '/db/migrations/9901_seat.sql': `alter table tickets add column seat text; update tickets set seat = 'A' || position;` },
    functions: { ...bundledSchema.functions, '/db/functions/seat_of.sql': 'create or replace function seat_of(t tickets) returns text language sql stable as $$ select t.seat $$;' },
  };
  const db = await restore(await aTestDatabase(EMPTY), { schema: next });
  const { rows } = await sql<{ seat: string }>`select seat_of(tickets) as seat from tickets where order_id = ${orderId} order by position`.execute(db.query);
  expect(rows).toEqual([{ seat: 'A1' }, { seat: 'A2' }, { seat: 'A3' }]);
  const there = await numbersIn(app.db);
  expect(await numbersIn(db)).toEqual({ ...there, functions: there.functions + 1 });
  expect(await examineRecords(db.query, app.clock.now())).toEqual(await examineRecords(app.db.query, app.clock.now()));
});

test.each([
  ['from before the baseline', [{ name: '0001_accounts.sql', checksum: 'of then' }], /This backup was made before the baseline .* the last commit that can read it is abd0a6f6\./],
  ['of a newer Comboi', [...REACHED, { name: '9999_later.sql', checksum: 'later' }], /backup is newer than this program/],
])('a backup %s is refused before anything is touched', async (_kind, migrations, words) => {
  const url = await aTestDatabase();
  const before = await numbersIn(reading(url));
  await expect(restore(url, { archive: await anArchiveOf(() => ({ migrations })) })).rejects.toThrow(words);
  expect(await numbersIn(reading(url))).toEqual(before);
});

const LATER: SchemaFiles = { ...bundledSchema, functions: { ...bundledSchema.functions, '/db/functions/seat_of.sql': 'create or replace function seat_of() returns text language sql as $$ select null $$;' } };

test('a program whose functions are older than a restored backup is refused there, and one whose functions are newer is not', async () => {
  const [ours, newer, older] = [await aTestDatabase(EMPTY), await aTestDatabase(EMPTY), await aTestDatabase(EMPTY)];
  await restore(newer, { schema: LATER });
  await expect(migrate({ url: newer, log: silentLogger })).rejects.toThrow('newer than this program');
  await restore(ours);
  await migrate({ url: ours, log: silentLogger, schema: LATER });
  await restore(older, { archive: await anArchiveOf(({ functionSets }) => ({ functionSets: ['of before', ...functionSets, 'of later'] })) });
  await migrate({ url: older, log: silentLogger });
  const { rows } = await sql`select checksum from schema_functions where checksum like 'of %'`.execute(reading(older).query);
  expect(rows).toEqual([{ checksum: 'of before' }]);
});

test('a backup brings back no needs of events long past, and none whose consent was withdrawn since it was made', async () => {
  const own = await aTestApp();
  onTestFinished(() => own.close());
  const needs = { codes: ['milk'], other: 'kiwi', consent: true };
  const ticketOf = async (event: Awaited<ReturnType<typeof anEvent>>): Promise<{ id: string; orderId: string; ticketNumber: string }> => {
    const { orderId: paid } = await aPaidOrder(own, { event, tickets: [{ ...aTicket(event), needs }] });
    const [ticket] = (await refreshOrder(own, paid)).tickets;
    return { ...ticket!, orderId: paid };
  };
  const [near, far] = [await anEvent(own, { asksNeeds: true, date: '2027-01-10' }), await anEvent(own, { asksNeeds: true, date: '2027-06-10' })];
  own.clock.advance(Date.parse('2027-01-09T12:00:00Z') - own.clock.now().getTime());
  const [past, withdrawn, renewed, unchanged] = [await ticketOf(near), await ticketOf(far), await ticketOf(far), await ticketOf(far)];
  const { name } = await storeBackup(own.deps);

  own.clock.advance(60_000);
  const say = (ticket: { orderId: string; ticketNumber: string }, fields: [string, string][]) =>
    own.ask(`/necessitats/${ticket.ticketNumber}?order_id=${ticket.orderId}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  expect((await say(withdrawn, [['intent', 'withdraw']])).status).toBe(303);
  own.clock.advance(9 * 24 * 3_600_000);

  const { storage, clock } = own.deps;
  const url = await aTestDatabase(EMPTY);
  const store = openBackupStore(own.deps);
  await restoreBackup({ url, storage, clock, log: silentLogger, open: async () => (await store.read(name))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(own.deps) });
  const db = reading(url);
  const rows = await db.query.selectFrom('ticketNeeds').select(['ticketId', 'codes', 'other']).execute();
  const left = new Map(rows.map((row) => [row.ticketId, row.codes.length]));
  expect([past, withdrawn, renewed, unchanged].map(({ id }) => left.get(id))).toEqual([0, 0, 1, 1]);
  expect((await store.list()).map((stored) => stored.name)).toEqual([name]);
});

test('after a restore the till says that sales by hand are missing, marks the drawer that was open, and Estat says when', async () => {
  const own = await aTestApp();
  onTestFinished(() => own.close());
  const cookie = await signedIn(own, 'admin@comboi.test');
  const page = async (at: TestApp, path: string): Promise<string> => (await (await at.ask(path, { headers: { Cookie: await signedIn(at, 'admin@comboi.test') } })).text()).replaceAll('&#x27;', "'");
  const open = (at: TestApp, name: string) => post(at, '/api/admin/till/sessions', { body: { float: 0, name }, headers: { Cookie: cookie } });
  expect((await open(own, 'Porta')).status).toBe(201);
  const { name } = await storeBackup(own.deps);
  own.clock.advance(60_000);
  expect(await page(own, '/admin/till?totes')).not.toMatch(/S'ha recuperat|Hi poden faltar vendes/);

  const { clock } = own;
  const [url, { storage }, store] = [await aTestDatabase(EMPTY), own.deps, openBackupStore(own.deps)];
  await restoreBackup({ url, storage, clock, log: silentLogger, open: async () => (await store.read(name))!, files: store.files, replace: true, withdrawnConsents: openWithdrawnConsents(own.deps) });
  const after = await aTestApp({ databaseUrl: url, clock });
  onTestFinished(() => after.close());
  clock.advance(60_000);
  await post(after, '/api/admin/till/sessions', { body: { float: 0, name: 'Casal' }, headers: { Cookie: await signedIn(after, 'admin@comboi.test') } });
  const html = await page(after, '/admin/till?totes');
  expect(html).toContain("S'ha recuperat una còpia de seguretat");
  expect(html.match(/Hi poden faltar vendes/g)).toHaveLength(1);
  expect(await page(after, '/admin/estat')).toContain('Era la còpia del');
  clock.advance(31 * 24 * 3_600_000);
  expect(await page(after, '/admin/till?totes')).not.toContain("S'ha recuperat");
});
