import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { OutgoingMail } from '#app/platform/adapters/mail/mailer.server.ts';
import { ALARM_KINDS, type AlarmKind } from '#app/domain/operations/alarms.ts';
import type { EventDetail } from '#app/features/events/schema.ts';
import type { Deps } from '#app/platform/deps.server.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { nameAssociation, REAL_ENV } from '#tests/support/app/real-site.ts';
import type { TestApp } from '#tests/support/app/test-app.ts';
import { testClock } from '#tests/support/app/test-clock.ts';
import { aMember, anAppWithPost, login, mailsFor } from '#tests/support/people/accounts.ts';
import { aTicket } from '#tests/support/people/buyers.ts';
import { serverCertificate } from '#tests/support/wallets/wallet-authorities.ts';

import { ALARM_WORDS } from './alarm-words.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEEPER = 'informatica@festa.example';
const TOKEN = 'a token that Prometheus has been given';
const ENV = { ...REAL_ENV, COMBOI_ALARM_MAIL: KEEPER, COMBOI_METRICS_TOKEN: TOKEN };

let closers: (() => Promise<unknown>)[];
beforeEach(() => {
  closers = [];
});
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
});

interface Installation {
  app: TestApp;
  post: OutgoingMail[];
}

async function anInstallation({ env = {}, deps }: { env?: Record<string, string>; deps?: (usual: Deps) => Partial<Deps> } = {}): Promise<Installation> {
  const made = await anAppWithPost({ env: { ...ENV, ...env }, clock: testClock(), ...(deps && { deps }) });
  closers.push(() => made.app.close());
  await nameAssociation(made.app);
  return made;
}

async function watchFor(app: TestApp, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await app.round('alarms');
    app.clock.advance(MINUTE_MS);
  }
}

async function figuresOf(app: TestApp): Promise<string> {
  return (await app.ask('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
}

async function statusPage(app: TestApp): Promise<string> {
  const cookie = await login(app, await aMember(app, { role: 'admin' }));
  return (await (await app.ask('/admin/estat', { headers: { Cookie: cookie } })).text()).replaceAll('&#x27;', "'");
}

/** Where somebody who keeps the computers looks. */
async function whereNotified({ app, post }: Installation, kind: AlarmKind): Promise<{ page: boolean; figure: boolean; mails: number }> {
  const { title } = ALARM_WORDS[kind];
  const [page, figures] = [await statusPage(app), await figuresOf(app)];
  const mails = (await mailsFor(app, post, KEEPER)).filter(({ subject }) => subject === `Avís: ${title}`);
  return { page: page.includes(title), figure: figures.includes(`comboi_alarms{kind="${kind}"} 1`), mails: mails.length };
}

const NOTIFIED = { page: true, figure: true, mails: 1 };
const NOT_NOTIFIED = { page: false, figure: false, mails: 0 };

async function aSite(validTo: Date): Promise<{ server: Server; url: string }> {
  const { certificate: cert, key } = serverCertificate({ host: 'localhost', validTo });
  const server = createServer({ cert, key });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return { server, url: `https://localhost:${(server.address() as AddressInfo).port}` };
}

/** A role of the database that may not touch one of its tables. */
async function aPoorRole(app: TestApp): Promise<Deps['db']> {
  const role = `poor_${app.deps.ids.uuid().replaceAll('-', '')}`;
  await sql.raw(`create role ${role} login password 'poor'; grant all on schema public to ${role}; grant all on all tables in schema public to ${role}; grant all on all sequences in schema public to ${role}; revoke insert on news from ${role}`).execute(app.db.query);
  const url = Object.assign(new URL(app.databaseUrl), { username: role, password: 'poor' }).href;
  const db = app.comboi.openDatabase({ url, poolSize: 4, log: app.deps.log });
  closers.push(async () => {
    await db.close();
  });
  return db;
}

const CASES: [string, AlarmKind, () => Promise<Installation>][] = [
  ['an own database without a backup for two nights', 'backup_old', async () => {
    const installation = await anInstallation();
    installation.app.clock.advance(2 * DAY_MS);
    return installation;
  }],
  ["somebody else's database without a backup for two nights", 'backup_old', async () => {
    const installation = await anInstallation({ env: { DATABASE_URL: 'postgres://comboi:x@db.example/comboi' } });
    installation.app.clock.advance(2 * DAY_MS);
    return installation;
  }],
  ['a backup that lacks files', 'backup_lacks_files', async () => {
    const installation = await anInstallation();
    const { deps, db, clock } = installation.app;
    const [id, now] = [deps.ids.uuid(), clock.now()];
    await db.query.insertInto('files').values({ id, bucket: 'booklets', state: 'ready', ownerId: null, bytes: 9, createdBy: null, createdAt: now, changedAt: now }).execute();
    await db.query.insertInto('fileVariants').values({ fileId: id, variant: 'original', name: `${id}.pdf`, mediaType: 'application/pdf', bytes: 9, width: null, height: null }).execute();
    await installation.app.round('backups');
    return installation;
  }],
  ["the site's certificate", 'certificate_ends', async () => {
    const installation = await anInstallation({ env: { PUBLIC_URL: (await aSite(new Date(Date.now() + 20 * DAY_MS))).url } });
    await installation.app.round('certificate');
    return installation;
  }],
  ["the last days of the site's certificate", 'certificate_last_days', async () => {
    const installation = await anInstallation({ env: { PUBLIC_URL: (await aSite(new Date(Date.now() + 5 * DAY_MS))).url } });
    await installation.app.round('certificate');
    return installation;
  }],
  ["Apple's certificate", 'apple_certificate_ends', () => anInstallation({ deps: apple(20) })],
  ["the last days of Apple's certificate", 'apple_certificate_last_days', () => anInstallation({ deps: apple(5) })],
  ['no mail server', 'mail_untried', () => anInstallation({ env: { SMTP_URL: '' } })],
  ['a mail server that nobody has tried', 'mail_untried', async () => {
    const installation = await anInstallation();
    await installation.app.db.query.deleteFrom('mails').execute();
    return installation;
  }],
  ['a clock that the payment provider contradicts', 'clock_drift', () => anInstallation({ deps: ({ payments }) => ({ payments: { ...payments, clockAheadMs: () => -45_000 } }) })],
  ['a role without its rights', 'rights_lacking', async () => {
    const whole = await anInstallation();
    const db = await aPoorRole(whole.app);
    const poor = await anAppWithPost({ env: ENV, databaseUrl: whole.app.databaseUrl, clock: whole.app.clock, deps: () => ({ db }) });
    closers.push(() => poor.app.close());
    return poor;
  }],
];

function apple(days: number): () => Partial<Deps> {
  return () => ({ wallets: { apple: { passTypeIdentifier: 'pass.x', teamIdentifier: 'X', certificate: '', key: '', passphrase: null, authority: '', validTo: new Date(Date.now() + days * DAY_MS) }, google: null } });
}

test.each(CASES)('%s is told on the page, by mail and in the figures: %s', async (_what, kind, made) => {
  const installation = await made();
  await watchFor(installation.app, 6);
  expect(await whereNotified(installation, kind)).toEqual(NOTIFIED);
});

test('an installation where all is well is told of nothing', async () => {
  const installation = await anInstallation({ env: { PUBLIC_URL: (await aSite(new Date(Date.now() + 80 * DAY_MS))).url } });
  await installation.app.db.query.insertInto('mails').values({ id: installation.app.deps.ids.uuid(), kind: 'mail_test', cause: 'alarm', orderId: null, recipient: KEEPER, detail: null, status: 'sent', nextAttemptAt: new Date(), createdAt: new Date(), sentAt: new Date() }).execute();
  await installation.app.round('certificate');
  await installation.app.round('backups');
  await watchFor(installation.app, 6);
  const kinds = ALARM_KINDS.filter((kind) => !['provider_silent', 'jobs_stuck', 'disk', 'clock_drift'].includes(kind));
  for (const kind of kinds) expect([kind, await whereNotified(installation, kind)]).toEqual([kind, NOT_NOTIFIED]);
  expect(await figuresOf(installation.app)).toMatch(/comboi_certificate_seconds [1-9]/);
});

test('where others take the backups, a setting says so and nobody is told of old ones', async () => {
  const installation = await anInstallation({ env: { DATABASE_URL: 'postgres://comboi:x@db.example/comboi', COMBOI_BACKUP_ALARM: '0' } });
  installation.app.clock.advance(2 * DAY_MS);
  await watchFor(installation.app, 6);
  expect(await whereNotified(installation, 'backup_old')).toEqual(NOT_NOTIFIED);
});

/** What PostgreSQL says of each row and table for which there is no room. */
async function fillDisk({ db }: TestApp): Promise<void> {
  await sql.raw(`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`).execute(db.query);
  await sql.raw(`create function no_table() returns event_trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`).execute(db.query);
  for (const table of ['orders', 'alarms', 'mails', 'job_runs']) await sql.raw(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`).execute(db.query);
  await sql.raw(`create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_table()`).execute(db.query);
}

async function makeRoom({ db }: TestApp): Promise<void> {
  await sql.raw('drop event trigger no_table').execute(db.query);
  await sql.raw('drop function no_room() cascade').execute(db.query);
}

async function order(app: TestApp, event: EventDetail): Promise<{ status: number; code: string; message: string; wait: string | null }> {
  const answer = await app.ask('/api/orders', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ eventId: event.id, email: 'neus@example.com', tickets: [aTicket(event)] }) });
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return { status: answer.status, code, message, wait: answer.headers.get('Retry-After') };
}

test('a full disk has words of its own for buyers, is seen by balancer, page and figures, and is mailed past the outbox, once, until it is over', async () => {
  const { app, post } = await anInstallation();
  const event = await anEvent(app);
  await app.round('alarms');
  await fillDisk(app);
  expect(await order(app, event)).toMatchObject({ status: 503, code: 'DISK_FULL', message: expect.stringContaining("s'ha quedat sense espai"), wait: '30' });
  expect(await (await app.ask('/health/ready')).json()).toEqual({ status: 'not ready', reasons: ['disk'] });
  const figures = await figuresOf(app);
  for (const line of ['comboi_disk_full 1', 'comboi_alarms{kind="disk_full"} 1']) expect(figures).toContain(line);
  const page = await statusPage(app);
  expect(page).toContain(ALARM_WORDS.disk_full.title);

  await app.round('full disk');
  expect(post).toEqual([]);
  app.clock.advance(2 * MINUTE_MS);
  for (let round = 0; round < 4; round += 1) await app.round('full disk');
  expect(post.map(({ to, subject }) => [to, subject])).toEqual([[KEEPER, `Avís: ${ALARM_WORDS.disk_full.title}`]]);

  await makeRoom(app);
  for (let round = 0; round < 3; round += 1) await app.round('full disk');
  expect(post.map(({ subject }) => subject)).toEqual([`Avís: ${ALARM_WORDS.disk_full.title}`, 'Resolt: el disc està ple: no es pot vendre']);
  expect((await app.ask('/health/ready')).status).toBe(200);
  expect(await figuresOf(app)).toContain('comboi_disk_full 0');
  expect((await order(app, event)).status).toBe(201);
});
