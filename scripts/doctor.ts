import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { systemClock } from '../app/platform/adapters/clock.server.ts';
import { type AuditSeal, selectAuditHead } from '../app/platform/adapters/db/audit.server.ts';
import { type Database, openDatabase } from '../app/platform/adapters/db/database.server.ts';
import { randomIds } from '../app/platform/adapters/ids.server.ts';
import { PaymentUnavailable } from '../app/platform/adapters/payments/payment-provider.server.ts';
import { createSandbox } from '../app/platform/adapters/payments/sandbox/sandbox.server.ts';
import { createStripe } from '../app/platform/adapters/payments/stripe/stripe.server.ts';
import { openStorage } from '../app/platform/adapters/storage/open-storage.server.ts';
import { type Env, readEnv } from '../app/platform/env.server.ts';
import { examine, examineAudit, examineDebts, examineRecords, type Violation } from '../app/features/doctor/doctor.server.ts';
import { examineFiles } from '../app/features/files/upkeep/service.server.ts';
import { createLogger } from '../app/platform/adapters/log.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { findPostgres } from './find-postgres.ts';

/* `npm run doctor [-- days] [--head 120:9f86…] [--again 70]`: compares the provider's books again after 70 s, when lost webhooks are known. Exit codes: 0 well, 1 broken, 2 could not look. */

const DAY_MS = 24 * 3_600_000;
const NOT_EXAMINED = 2;

const log = createLogger({ level: 'error', pretty: true });

try {
  process.exitCode = await run(readEnv(process.env));
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = NOT_EXAMINED;
}

async function run(env: Env): Promise<number> {
  const { days, head, againMs } = readArguments();
  const postgres = await findPostgres(env, log);
  const db = openDatabase({ ...postgres, poolSize: 2, log });
  try {
    const parts = { clock: systemClock, log };
    const payments = env.stripe
      ? createStripe({ ...env.stripe, ...parts })
      : createSandbox({ ...parts, query: db.query, ids: randomIds, publicUrl: env.publicUrl, webhookSecret: '', deliver: async () => false });
    const period = { since: new Date(systemClock.now().getTime() - days * DAY_MS), pause: () => compareAgainAfter(againMs) };
    const found = await examine({ db, payments, clock: systemClock }, period).catch(async (error: unknown) => {
      if (!(error instanceof PaymentUnavailable)) throw error;
      console.error('The payment provider does not answer: only our own books were examined.');
      process.exitCode = NOT_EXAMINED;
      return examineRecords(db.query, systemClock.now());
    });
    found.push(...(await examineStorage(env, db)));
    if (head !== null) found.push(...(await examineAudit(db.query, head)));
    for (const { rule, what, how } of found) console.log(`${rule}: ${what} (${how})`);
    console.log(found.length === 0 ? 'The books are in order.' : `${found.length} ${found.length === 1 ? 'thing is' : 'things are'} not in order.`);
    for (const debt of await examineDebts(db.query)) console.log(debt);
    const last = await selectAuditHead(db.query);
    if (last) console.log(`The head of the audit, to be kept elsewhere: ${last.position}:${last.hash}`);
    return found.length > 0 ? 1 : Number(process.exitCode ?? 0);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function examineStorage(env: Env, db: Database): Promise<Violation[]> {
  const { storage, close } = await openStorage(env, randomIds);
  try {
    return await examineFiles({ db, storage, clock: systemClock });
  } catch (error) {
    console.error(`The store of files does not answer: they were not examined (${String(error)}).`);
    process.exitCode = NOT_EXAMINED;
    return [];
  } finally {
    close();
  }
}

async function compareAgainAfter(ms: number): Promise<void> {
  console.error(`Something differs from the payment provider's books: it is looked at again in ${ms / 1000} s.`);
  await pause(ms);
}

function readArguments(): { days: number; head: AuditSeal | null; againMs: number } {
  const { values, positionals } = parseArgs({ options: { head: { type: 'string' }, again: { type: 'string', default: '70' } }, allowPositionals: true });
  const days = Number(positionals[0] ?? 30);
  if (!Number.isInteger(days) || days < 1) throw new StartRefusal('How many days? A whole number from 1.');
  const head = values.head === undefined ? null : /^(\d+):([0-9a-f]{64})$/.exec(values.head);
  if (head === null && values.head !== undefined) throw new StartRefusal('Which head? As it was printed: a position, a colon, a hash.');
  const againMs = Number(values.again) * 1000;
  if (!Number.isFinite(againMs) || againMs < 0) throw new StartRefusal('Look again after how many seconds? A number from 0.');
  return { days, againMs, head: head && { position: Number(head[1]), hash: head[2]! } };
}
