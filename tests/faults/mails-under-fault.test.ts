import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ChildServer, startServer } from '#tests/support/process/child-server.ts';
import { sharedDatabaseEnv } from '#tests/support/process/shared-server.ts';
import { count, figure } from '#tests/support/reporting/counts.ts';
import { boughtOnline } from '#tests/support/people/online-buyers.ts';
import { aSmtpServer, type TestSmtp } from '#tests/support/smtp/smtp-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const EVENT = 'Concert de la nit del foc';
const ASLEEP = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update "mails"%'`;

let smtp: TestSmtp;
let dataDir: string;
let env: Awaited<ReturnType<typeof sharedDatabaseEnv>>;
/** Beside the server: one looks, the other holds what the server wants to change. */
let database: pg.Client;
let holder: pg.Client;

beforeAll(async () => {
  smtp = await aSmtpServer();
  dataDir = await temporaryFolder();
  env = await sharedDatabaseEnv();
  [database, holder] = [new pg.Client({ connectionString: env.DATABASE_URL }), new pg.Client({ connectionString: env.DATABASE_URL })];
  await Promise.all([database.connect(), holder.connect()]);
});
afterAll(async () => {
  await Promise.all([database.end(), holder.end()]);
  await removeDataDir(dataDir);
  await smtp.close();
});

function aServer(): Promise<ChildServer> {
  return startServer({ dataDir, env: { ...env, SMTP_URL: smtp.url, COMBOI_RATE_LIMITS: '0' } });
}

/** The server wants to note that a mail has left, and can't; then it is killed, and what it asked for never happens. */
async function killBeforeTheNote(server: ChildServer): Promise<void> {
  // The note gives up after some seconds of sleep.
  await expect.poll(async () => (await database.query(ASLEEP)).rowCount, { interval: 5 }).toBe(1);
  await server.kill();
  await database.query(`select pg_terminate_backend(pid) from (${ASLEEP}) as asleep`);
  await expect.poll(async () => (await database.query(ASLEEP)).rowCount).toBe(0);
  await holder.query('rollback');
  // However long all the kills take, no lease runs out before the last.
  await database.query(`update mails set leased_until = now() + interval '1 day' where status = 'sending'`);
}

async function unsent(): Promise<number> {
  return (await database.query(`select id from mails where status <> 'sent'`)).rowCount ?? 0;
}

test('a server killed between the yes of the mail server and its own note loses no mail, and doubles one a kill at most', async () => {
  const kills = count({ test: 1, soak: 50 });
  const buyers = Array.from({ length: kills }, (_, kill) => `buyer${kill}@example.com`);
  for (const email of buyers) {
    await using server = await aServer();
    const taken = Promise.withResolvers<void>();
    smtp.beforeAnswer = async () => {
      smtp.beforeAnswer = null;
      await holder.query('begin');
      await holder.query(`select id from mails where status = 'sending' for update`);
      taken.resolve();
    };
    await boughtOnline(server.url, { event: EVENT, email });
    await taken.promise;
    await killBeforeTheNote(server);
  }
  expect(await unsent()).toBe(kills);
  // Later: the leases of the dead have run out.
  await database.query(`update mails set leased_until = now() where status = 'sending'`);
  await using _server = await aServer();
  await expect.poll(unsent).toBe(0);

  const sent = smtp.received.flatMap((mail) => mail.recipients);
  const lost = buyers.filter((buyer) => !sent.includes(buyer));
  const named = new Set(smtp.received.map((mail) => mail.email.messageId));
  expect(lost).toEqual([]);
  expect(sent.length).toBeLessThanOrEqual(2 * kills);
  expect(named.size).toBe(kills);
  figure('C4 mails lost, doubled, named anew by kills', `${lost.length}, ${sent.length - kills}, ${named.size - kills} of ${kills}`);
});
