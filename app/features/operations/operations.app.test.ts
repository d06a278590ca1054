import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { jobsOf } from '#app/jobs.server.ts';
import { aMember, login } from '#tests/support/people/accounts.ts';
import { aPaidOrder, aPlacedOrder } from '#tests/support/people/buyers.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { closeInOrder } from '#tests/support/app/invariants.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { testClock } from '#tests/support/app/test-clock.ts';

import { watchJobs } from './job-runs.server.ts';

const MINUTE_MS = 60_000;
const TOKEN = 'a token that Prometheus has been given';
const ALARM_MAIL = 'avisos@festa.example';

let app: TestApp;
/** The store of files, which a test may take away. */
let storageAnswers = true;
beforeAll(async () => {
  app = await aTestApp({
    env: { COMBOI_METRICS_TOKEN: TOKEN, COMBOI_ALARM_MAIL: ALARM_MAIL },
    clock: testClock(),
    deps: ({ storage }) => ({ storage: { ...storage, stat: async (name) => (storageAnswers ? storage.stat(name) : Promise.reject(new Error('no store'))) } }),
  });
});
afterAll(() => closeInOrder(app));
beforeEach(async () => {
  storageAnswers = true;
  await app.db.query.deleteFrom('alarms').execute();
  await app.db.query.deleteFrom('mails').where('kind', '=', 'alarm').execute();
});

async function alarmMails(kind: string): Promise<{ recipient: string; over: boolean }[]> {
  const mails = await app.db.query.selectFrom('mails').select(['recipient', 'detail']).where('kind', '=', 'alarm').orderBy('createdAt').execute();
  const details = mails.map(({ recipient, detail }) => ({ recipient, ...(detail as { alarm: string; overAt: string | null }) }));
  return details.filter(({ alarm }) => alarm === kind).map(({ recipient, overAt }) => ({ recipient, over: overAt !== null }));
}

/** Looks as several processes do for so many minutes, each once a minute. */
async function watchFor(minutes: number, ...apps: TestApp[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await Promise.all(apps.map((one) => one.round('alarms')));
    app.clock.advance(MINUTE_MS);
  }
}

const BEGUN = { recipient: ALARM_MAIL, over: false };
const OVER = { recipient: ALARM_MAIL, over: true };

test('a problem that lasts is told once by any number of processes, and once more when it is over', async () => {
  const other = await app.another();
  storageAnswers = false;
  await watchFor(2, app, other);
  expect(await alarmMails('storage_silent')).toEqual([]);
  await watchFor(6, app, other);
  expect(await alarmMails('storage_silent')).toEqual([BEGUN]);
  // A process that has just started knows what the one before it told.
  await watchFor(3, await app.another());
  expect(await alarmMails('storage_silent')).toEqual([BEGUN]);
  storageAnswers = true;
  await watchFor(8, app, other);
  expect(await alarmMails('storage_silent')).toEqual([BEGUN, OVER]);
});

test('a problem of a moment wakes nobody, however often it comes back', async () => {
  for (let round = 0; round < 3; round += 1) {
    storageAnswers = false;
    await watchFor(1, app);
    storageAnswers = true;
    await watchFor(7, app);
  }
  expect(await alarmMails('storage_silent')).toEqual([]);
});

test.each<[string, string, () => Promise<unknown>]>([
  ['a mail that does not leave', 'mail_waiting', async () => {
    await aPaidOrder(app, { event: await anEvent(app) });
    app.clock.advance(20 * MINUTE_MS);
  }],
  ['a case for a person', 'payment_cases', () =>
    app.db.query.insertInto('paymentCases').values({ id: app.deps.ids.uuid(), kind: 'mismatch', reference: null, orderId: null, paymentId: null, facts: '{}', createdAt: app.clock.now(), settledAt: null, settledBy: null, detail: null }).execute()],
  ['payments that no webhook tells of', 'webhooks_silent', async () => {
    await app.db.query.deleteFrom('paymentEvents').execute();
    const event = { provider: 'sandbox', type: 'checkout.session.completed', paymentId: null, outcome: 'paid', receivedAt: app.clock.now() };
    await app.db.query.insertInto('paymentEvents').values([{ id: app.deps.ids.uuid(), ...event }, { id: app.deps.ids.uuid(), ...event }]).execute();
  }],
  ['a clock that is wrong', 'clock_drift', async () => app.clock.advance(10 * MINUTE_MS)],
])('%s raises one alarm', async (_what, kind, cause) => {
  await cause();
  await watchFor(6, app);
  expect(await alarmMails(kind)).toEqual([BEGUN]);
  await app.db.query.updateTable('paymentCases').set({ settledAt: app.clock.now() }).execute();
});

test('one payment without a webhook raises none, however many events the provider lists for it', async () => {
  await app.db.query.deleteFrom('paymentEvents').execute();
  const types = ['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'];
  await app.db.query.insertInto('paymentEvents').values(types.map((type) => ({ id: app.deps.ids.uuid(), provider: 'stripe', type, paymentId: null, outcome: 'paid', receivedAt: app.clock.now() }))).execute();
  await watchFor(6, app);
  expect(await alarmMails('webhooks_silent')).toEqual([]);
});

test('without an address of its own the admins are told, in the demo nobody', async () => {
  const notified = async (env: Record<string, string>): Promise<string[]> => {
    const one = await aTestApp({ env, deps: ({ storage, env: usual }) => ({ env: { ...usual, demo: env['DEMO'] !== '0' }, storage: { ...storage, stat: () => Promise.reject(new Error('no store')) } }) });
    await aMember(one, { role: 'admin', email: 'presidenta@festa.example' });
    for (let minute = 0; minute < 6; minute += 1) {
      await one.round('alarms');
      one.clock.advance(MINUTE_MS);
    }
    const mails = await one.db.query.selectFrom('mails').select('recipient').where('kind', '=', 'alarm').where('detail', '@>', JSON.stringify({ alarm: 'storage_silent' })).execute();
    await one.close();
    return mails.map(({ recipient }) => recipient);
  };
  expect(await notified({})).toEqual([]);
  expect(await notified({ DEMO: '0' })).toContain('presidenta@festa.example');
});

test('the mail says what happens, what to do and where to look', async () => {
  storageAnswers = false;
  await watchFor(5, app);
  await app.round('outbox');
  const { mails } = (await (await app.ask('/dev/mail.json')).json().then((list: unknown) => ({ mails: list }))) as { mails: { to: string; subject: string; text: string }[] };
  const mail = mails.find(({ to, subject }) => to === ALARM_MAIL && subject.includes("magatzem d'arxius"));
  expect(mail?.subject).toBe("Avís: El magatzem d'arxius no contesta");
  expect(mail?.text).toContain('/admin/estat');
  expect(mail?.text).toContain('S3');
});

async function metrics(headers: Record<string, string>, at: { on?: TestApp; address?: string; path?: string } = {}): Promise<{ status: number; text: string }> {
  const { on = app, address = '127.0.0.1', path = '/metrics' } = at;
  const answer = await on.ask(path, { headers, address });
  return { status: answer.status, text: await answer.text() };
}

test('figures are for whoever has the token', async () => {
  expect((await metrics({})).status).toBe(401);
  expect((await metrics({ Authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await metrics({ Authorization: `Bearer ${TOKEN}` }, { address: '203.0.113.9', path: 'http://comboi-1.internal:3000/metrics' })).status).toBe(200);
});

test('without a token they are for this machine alone, and never for what a proxy on it hands on', async () => {
  const bare = await aTestApp();
  expect((await metrics({}, { on: bare })).status).toBe(200);
  expect((await metrics({}, { on: bare, address: '203.0.113.9' })).status).toBe(401);
  expect((await metrics({ 'X-Forwarded-For': '203.0.113.9' }, { on: bare })).status).toBe(401);
  expect((await metrics({}, { on: bare, path: 'http://entrades.example/metrics' })).status).toBe(401);
  await bare.close();
});

test('figures tell what was asked, sold and refused, and what waits', async () => {
  const event = await anEvent(app, { maxTickets: 1 });
  await aPlacedOrder(app, { event });
  await app.ask('/api/orders', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ eventId: event.id, email: 'neus@example.com', tickets: [{ sections: {}, options: [] }] }) });
  await app.ask(`/api/events/${event.id}`);
  await app.ask(`/order/${event.id}`);
  await app.ask('/no-existeix');
  const { text } = await metrics({ Authorization: `Bearer ${TOKEN}` });
  expect(text).toMatch(/comboi_orders_total\{outcome="placed"\} [1-9]/);
  expect(text).toMatch(/comboi_request_seconds_count\{method="GET",route="\/api\/events\/:id",status="200"\} [1-9]/);
  expect(text).toMatch(/route="\/order\/:eventId"/);
  expect(text).toMatch(/route="other",status="302"/);
  expect(text).not.toContain('no-existeix');
  expect(text).toMatch(/comboi_holds [1-9]/);
  expect(text).toMatch(/comboi_mails\{status="pending"\} \d/);
  expect(text).toMatch(/comboi_pool_connections\{state="idle"\} \d/);
  expect(text).toContain('comboi_database_up 1');
});

test('without a database they are what the process knows by itself', async () => {
  const db = app.comboi.openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere', poolSize: 1, log: app.deps.log });
  const alone = await aTestApp({ env: { COMBOI_METRICS_TOKEN: TOKEN }, deps: () => ({ db }) });
  const { status, text } = await metrics({ Authorization: `Bearer ${TOKEN}` }, { on: alone });
  expect(status).toBe(200);
  expect(text).toContain('comboi_database_up 0');
  const ready = await alone.ask('/health/ready');
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reasons: ['database'] }]);
  await db.close();
  await alone.close();
});

test('a job leaves a trace of its last round, of how long it fails and of nothing that it said', async () => {
  let fails = false;
  const jobs = watchJobs(app.deps, [
    {
      name: 'a job',
      title: 'Una feina',
      everyMs: 1_000,
      round: async () => {
        if (fails) throw Object.assign(new Error('neus@example.com'), { code: 'EPIPE' });
      },
    },
  ]);
  const round = (): Promise<unknown> => jobs[0]!.round(new AbortController().signal).catch(() => {});
  const trace = () => app.db.query.selectFrom('jobRuns').select(['failingSince', 'error']).where('name', '=', 'a job').executeTakeFirst();
  await round();
  expect(await trace()).toEqual({ failingSince: null, error: null });
  fails = true;
  const began = app.clock.now();
  await round();
  app.clock.advance(MINUTE_MS);
  await round();
  expect(await trace()).toEqual({ failingSince: began, error: 'Error EPIPE' });
  fails = false;
  await round();
  expect(await trace()).toEqual({ failingSince: null, error: null });
});

test('each job has words of its own for a volunteer', () => {
  const everywhere = { ...app.deps, env: { ...app.deps.env, databaseUrl: null, demo: false } };
  const jobs = jobsOf(everywhere);
  expect(jobs.map(({ name }) => name)).toContain('backups');
  expect(jobs.filter(({ name, title }) => title === '' || title === name)).toEqual([]);
  expect(new Set(jobs.map(({ title }) => title)).size).toBe(new Set(jobs.map(({ name }) => name)).size);
});

test("'Estat' shows an admin how things are", async () => {
  storageAnswers = false;
  await app.db.query.insertInto('jobRuns').values({ name: 'refunds', finishedAt: app.clock.now(), tookMs: 12, everyMs: MINUTE_MS, failingSince: new Date(app.clock.now().getTime() - 20 * MINUTE_MS), error: 'Error EPIPE' }).execute();
  await watchFor(5, app);
  const cookie = await login(app, await aMember(app, { role: 'admin' }));
  const page = await (await app.ask('/admin/estat', { headers: { Cookie: cookie } })).text();
  for (const text of ["El magatzem d&#x27;arxius no contesta", 'Còpies de seguretat', 'PostgreSQL', 'Feines de fons', 'No acaba bé: Fer devolucions.', 'Esborrar notes de cuina passades', '30 dies després de l&#x27;acte']) expect(page).toContain(text);
});
