import { parseArgs } from 'node:util';

import { systemClock } from '../../app/platform/adapters/clock.server.ts';
import { openDatabase } from '../../app/platform/adapters/db/database.server.ts';
import { randomIds } from '../../app/platform/adapters/ids.server.ts';
import { createLogger } from '../../app/platform/adapters/log.server.ts';
import { smtpMailer } from '../../app/platform/adapters/mail/smtp-mailer.server.ts';
import { readEnv } from '../../app/platform/env.server.ts';
import { sendTestMail } from '../../app/features/mail/test-mail.server.ts';
import { StartRefusal } from '../../app/platform/start-refusal.server.ts';
import { findPostgres } from '../find-postgres.ts';

/* `npm run mail:test -- --to maria@example.org`: one mail by SMTP_URL, beside a running server or without one. It says what the mail server answered. Exit codes: 0 taken, 1 not. */

const USAGE = 'npm run mail:test -- --to maria@example.org';

const log = createLogger({ level: 'error', pretty: true });

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  const env = readEnv(process.env);
  const to = values.to?.toLowerCase() ?? env.alarmMail;
  if (to === null) throw new StartRefusal(`To whom? Usage: ${USAGE}`);
  if (env.smtpUrl === null) throw new StartRefusal('SMTP_URL is not set: mails are only written to files under DATA_DIR, and nobody receives them.');
  const postgres = await findPostgres(env, log);
  const db = openDatabase({ ...postgres, poolSize: 1, log });
  const mailer = smtpMailer({ url: env.smtpUrl, mailFrom: env.mailFrom });
  try {
    const outcome = await sendTestMail({ mailer, query: db.query, clock: systemClock, ids: randomIds, publicUrl: env.publicUrl }, to);
    if (outcome.sent) console.log(`The mail server took a mail from ${env.mailFrom} to ${to}: look whether it arrives, and where.`);
    else console.error(`The mail did not leave (${outcome.failure}): ${outcome.reason}`);
    return outcome.sent ? 0 : 1;
  } finally {
    await mailer.close();
    await db.close();
    await postgres.stop();
  }
}
