import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { addDays } from '#app/domain/time/dates.ts';
import { dayInMadrid, instantInMadrid } from '#app/domain/time/madrid-time.ts';
import { anEvent } from '#tests/support/app/events.ts';
import { aTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { aPaidOrder, signedIn } from '#tests/support/people/buyers.ts';
import { startServer } from '#tests/support/process/child-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { aSmtpServer, type TestSmtp } from '#tests/support/smtp/smtp-server.ts';

const MINUTE_MS = 60_000;
const HOLDERS = count({ test: 40, soak: 500 });
const KILLS = count({ test: 1, soak: 10 });
/** Two servers are started again after each. */
const LONGEST_MS = 30 * MINUTE_MS;
/** Connections to the mail server of one process: what may be on its way, unanswered, when it is killed. */
const ON_THEIR_WAY = 15;
/** Deaths of its process that one mail lives through before a person is asked. */
const MOST_UNCERTAIN = 3;

let app: TestApp;
let smtp: TestSmtp;
let dataDirs: string[];

beforeAll(async () => {
  [app, smtp, dataDirs] = await Promise.all([aTestApp(), aSmtpServer(), Promise.all([temporaryFolder(), temporaryFolder()])]);
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  for (const dataDir of dataDirs) await removeDataDir(dataDir);
});

/** The cast has events of its own on that day. */
async function unsent(eventId: number): Promise<number> {
  return HOLDERS - (await remindersOf(eventId, 'sent')).length;
}

async function remindersOf(eventId: number, status: 'sent' | 'failed'): Promise<{ id: string; failure: string | null }[]> {
  return app.db.query.selectFrom('mails').innerJoin('reminders', 'reminders.mailId', 'mails.id').select(['mails.id', 'mails.failure']).where('reminders.eventId', '=', eventId).where('mails.status', '=', status).execute();
}

/** A mail whose process died three times may have arrived each time: it is sent again by whoever decides so. */
async function sendUncertainOnesAgain(eventId: number, at: Date): Promise<number> {
  await expect.poll(async () => (await unsent(eventId)) - (await remindersOf(eventId, 'failed')).length, { timeout: LONGEST_MS / 2, interval: 500 }).toBe(0);
  const failed = await remindersOf(eventId, 'failed');
  expect(failed.filter(({ failure }) => failure !== 'uncertain')).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(Math.floor(KILLS / MOST_UNCERTAIN) * 2 * ON_THEIR_WAY);
  app.clock.set(at);
  const cookie = await signedIn(app, 'admin@comboi.test');
  for (const { id } of failed) await app.ask('/admin/mails', { method: 'POST', headers: { Cookie: cookie }, body: new URLSearchParams({ intent: 'again', mail: id }) });
  return failed.length;
}

test('two servers that are killed again and again while they remind lose nobody, and remind nobody of one day by two mails', async () => {
  const date = addDays(dayInMadrid(new Date()), 20);
  app.clock.set(new Date(instantInMadrid(addDays(date, -3), '12:00')));
  const event = await anEvent(app, { title: 'Sopar recordat', date, maxTickets: HOLDERS });
  const holders = Array.from({ length: HOLDERS }, (_, holder) => `holder${holder}@example.com`);
  for (const email of holders) await aPaidOrder(app, { event, body: { email } });
  await app.db.query.updateTable('mails').set({ status: 'sent', sentAt: app.clock.now() }).execute();

  const begins = instantInMadrid(addDays(date, -1), '10:00');
  const env = { DATABASE_URL: app.databaseUrl, COMBOI_DEMO: '1', SMTP_URL: smtp.url, COMBOI_RATE_LIMITS: '0' };
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Each pair wakes two minutes later: the leases of the dead have run out.
    const startsAt = new Date(begins + kill * 2 * MINUTE_MS);
    const before = smtp.received.length;
    await using first = await startServer({ dataDir: dataDirs[0]!, env, startsAt });
    await using second = await startServer({ dataDir: dataDirs[1]!, env, startsAt });
    await expect.poll(async () => smtp.received.length > before || (await unsent(event.id)) === 0).toBe(true);
    await pause(randomInt(400));
    await Promise.all([first.kill(), second.kill()]);
  }
  const ends = new Date(begins + KILLS * 2 * MINUTE_MS);
  await using _first = await startServer({ dataDir: dataDirs[0]!, env, startsAt: ends });
  await using _second = await startServer({ dataDir: dataDirs[1]!, env, startsAt: ends });
  const resent = await sendUncertainOnesAgain(event.id, ends);
  await expect.poll(() => unsent(event.id), { timeout: LONGEST_MS / 2, interval: 500 }).toBe(0);

  const reminders = smtp.received.filter(({ email }) => email.subject?.includes('Sopar recordat') === true && !email.subject.startsWith('El teu'));
  const named = new Map(reminders.map(({ email, recipients: [to] }) => [email.messageId, to]));
  const lost = holders.filter((holder) => ![...named.values()].includes(holder));
  expect(lost).toEqual([]);
  // A second mail would have a name of its own; a copy of one whose answer a kill swallowed has the first one's.
  expect(named.size).toBe(HOLDERS);
  expect(await app.db.query.selectFrom('reminders').select('key').where('eventId', '=', event.id).execute()).toHaveLength(HOLDERS);
  const copies = reminders.length - HOLDERS;
  expect(copies).toBeLessThanOrEqual(KILLS * 2 * ON_THEIR_WAY);
  figure('Z1 reminders lost, sent as two mails, copied by a kill, sent again by a person', `${lost.length}, ${named.size - HOLDERS}, ${copies}, ${resent} of ${HOLDERS} holders and ${KILLS} kills of two servers`);
}, LONGEST_MS);
