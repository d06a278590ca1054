import { seedDemoBooklets } from '../db/seed-booklets.ts';
import { seatDinner, seedDinner } from '../db/seed-dinner.ts';
import { seedDemoHome } from '../db/seed-home.ts';
import { seedDemoNews } from '../db/seed-news.ts';
import { holdsDemo, redateDemo, seedDemo, seedYear } from '../db/seed.ts';
import { NO_STATE } from './platform/app-state.server.ts';
import { noCheckpoint } from './platform/adapters/checkpoint.server.ts';
import { systemClock } from './platform/adapters/clock.server.ts';
import { type Database, openDatabase, prepareDatabase } from './platform/adapters/db/database.server.ts';
import { openReplica } from './platform/adapters/db/replica.server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/adapters/embedded-postgres/embedded-postgres.server.ts';
import { assertDirect } from './platform/adapters/db/pooler.server.ts';
import { BeforeBaseline, migrate, waitForDatabase } from './platform/adapters/db/migrate.server.ts';
import { openChangeFeed } from './platform/adapters/db/change-feed.server.ts';
import { demoSecret } from './platform/adapters/demo-secret.server.ts';
import { createConcurrencyLimits } from './platform/adapters/concurrency-limits.server.ts';
import { randomIds } from './platform/adapters/ids.server.ts';
import { createKeys } from './platform/adapters/keys.server.ts';
import type { Logger } from './platform/adapters/log.server.ts';
import { archivingMailer, fileMailer } from './platform/adapters/mail/file-mailer.server.ts';
import { mailArchive } from './platform/adapters/mail/mail-archive.server.ts';
import type { Mailer } from './platform/adapters/mail/mailer.server.ts';
import { createMetrics } from './platform/adapters/metrics.server.ts';
import { createImageEncoder } from './platform/adapters/media/image-encoder.server.ts';
import { createPdfReader } from './platform/adapters/media/pdf-reader.server.ts';
import { assertCanHash } from './platform/adapters/password-hashing.server.ts';
import { deliverOverHttp } from './platform/adapters/payments/sandbox/deliver-over-http.server.ts';
import { createPostOutside } from './platform/adapters/outgoing/post-outside.server.ts';
import type { PaymentProvider } from './platform/adapters/payments/payment-provider.server.ts';
import { createSandbox } from './platform/adapters/payments/sandbox/sandbox.server.ts';
import type { FileStorage } from './platform/adapters/storage/file-storage.server.ts';
import { openStorage, StorageRefusal } from './platform/adapters/storage/open-storage.server.ts';
import { openWithdrawnConsents, type Withdrawal, type WithdrawnConsents } from './platform/adapters/withdrawn-consents.server.ts';
import { readWalletCredentials } from './platform/adapters/wallets/wallet-credentials.server.ts';
import type { Env } from './platform/env.server.ts';
import type { Deps } from './platform/deps.server.ts';
import { eraseNeedsOfRestored } from './features/needs/service.server.ts';
import { pacedProvider } from './features/payments/sessions/service.server.ts';
import { ASSOCIATION, NAMELESS } from './domain/association.ts';
import { createSettingsReader } from './features/settings/settings-reader.server.ts';
import { StartRefusal } from './platform/start-refusal.server.ts';

export interface OpenDeps {
  deps: Deps;
  close(): Promise<void>;
}

const POOL_SIZE = 16;
const DOOR_POOL_SIZE = 4;

export async function openDeps(env: Env, { log, signal, timeoutFactor = 1 }: { log: Logger; signal?: AbortSignal; timeoutFactor?: number }): Promise<OpenDeps> {
  assertCanHash();
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const { url, folder } = env.databaseUrl === null ? await startDatabase(env, log, closers) : { url: env.databaseUrl, folder: null };
    const directUrl = env.databaseDirectUrl ?? url;
    await waitForDatabase({ url: directUrl, log, ...(signal && { signal }) });
    if (env.databaseUrl !== null) await assertDirect({ url: directUrl, isGiven: directUrl !== url });
    await migrate({ url: directUrl, log }).catch((error: unknown) => {
      throw error instanceof BeforeBaseline && env.demo ? oldDemo(error, folder) : error;
    });
    if (directUrl !== url) await waitForDatabase({ url, log, ...(signal && { signal }) });
    const pooled = directUrl !== url && (await prepareDatabase({ url, log }));
    const open = (poolSize: number): Database => {
      const opened = openDatabase({ url, directUrl, pooled, poolSize, log, timeoutFactor });
      closers.push(() => opened.close());
      return opened;
    };
    const db = open(POOL_SIZE);
    const doorDb = open(DOOR_POOL_SIZE);
    const replica = env.databaseReplicaUrl === null ? db : openReplica({ url: env.databaseReplicaUrl, primary: db, log, monotonicNow: () => performance.now(), timeoutFactor });
    if (replica !== db) closers.push(() => replica.close());
    const changes = openChangeFeed({ url: directUrl, log, timeoutFactor });
    closers.push(() => changes.close());

    const clock = systemClock;
    const ids = randomIds;
    const keys = createKeys(env.secret ?? (await demoSecret(env.dataDir)));
    let isNewDemo = false;
    if (env.demo) {
      isNewDemo = await seedDemo({ db, ids, now: clock.now() });
      if (isNewDemo) await seedYear({ db, ids, now: clock.now() });
      await redateDemo({ db, now: clock.now() });
    } else if (await holdsDemo({ db })) {
      // Its passwords are printed in the README: nobody may be let in by them where money moves.
      throw new StartRefusal(
        'This database has been a demo: its logins are well known and its events invented. Give the real festival a database of its own (DATABASE_URL or DATA_DIR), or set COMBOI_DEMO=1.',
      );
    }

    const mailer = await openMailer(env, log);
    closers.push(() => mailer.close());
    const payments = await openPayments(env, { db, log, timeoutFactor, webhookSecret: keys.derive('sandbox webhook').toString('hex') });
    const wallets = await readWalletCredentials(env, { clock, log });
    const storage = await startStorage(env, log, closers);
    await eraseNeedsNotToBringBack({ db, withdrawn: openWithdrawnConsents({ env, storage }), now: clock.now(), log });
    const concurrency = createConcurrencyLimits({ timeoutFactor });
    const images = createImageEncoder({ log, semaphore: concurrency.images });
    const pdfs = createPdfReader({ log, semaphore: concurrency.pdfs });
    const settings = createSettingsReader({ query: db.query, usual: env.demo ? ASSOCIATION : NAMELESS, changes, log });
    const deps: Deps = { env, db, doorDb, changes, replica, clock, ids, checkpoint: noCheckpoint, keys, payments, mailer, settings, storage, wallets, concurrency, images, pdfs, postOutside: createPostOutside({ loopback: env.demo }), metrics: createMetrics({ ofProcess: true }), state: NO_STATE, log };
    if (isNewDemo) {
      await seedDinner(deps).catch((error: unknown) => log.warn({ err: error }, 'the demo begins without the people of its first dinner'));
      closers.push(startSeeding(deps));
    }
    return { deps, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Before the first request: whatever brought this database back, and however far it came, it may hold needs that were erased since. */
async function eraseNeedsNotToBringBack({ db, withdrawn, now, log }: { db: Database; withdrawn: WithdrawnConsents; now: Date; log: Logger }): Promise<void> {
  const withdrawals = async (): Promise<readonly Withdrawal[]> =>
    withdrawn.list().catch((error: unknown) => {
      log.warn({ err: error }, 'consents that were withdrawn could not be read: in a database restored by hand their needs stay');
      return [];
    });
  const erased = await eraseNeedsOfRestored(db.query, { withdrawals, now });
  if (erased > 0) log.warn({ erased }, 'needs that had been erased were in the database again');
}

/** The hall is reckoned, and pictures and PDFs take seconds, for which nobody should wait at the first start. What it returns ends it. */
function startSeeding(deps: Deps): () => Promise<void> {
  const leave = new AbortController();
  const seeding = seatDinner(deps)
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the demo begins with an empty hall'))
    .then(() => seedDemoBooklets(deps, leave.signal))
    .then(() => seedDemoNews(deps, leave.signal))
    .then(() => seedDemoHome(deps, leave.signal))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the demo begins without some of its news, booklets and pictures'));
  return async () => {
    leave.abort();
    await seeding;
  };
}

async function startDatabase(env: Env, log: Logger, closers: (() => Promise<void>)[]): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log });
  closers.push(() => postgres.stop());
  return postgres;
}

function oldDemo({ message }: BeforeBaseline, folder: string | null): StartRefusal {
  return new StartRefusal(`${message} ${folder === null ? 'Give the demo an empty database' : `For a new demo delete the folder ${folder}`}, and start again.`);
}

/** Its library is large, and stays out of the memory of a site without a key for it. */
export async function loadStripe(): Promise<typeof import('./platform/adapters/payments/stripe/stripe.server.ts')> {
  return import('./platform/adapters/payments/stripe/stripe.server.ts');
}

/** Stripe where there is a key for it, else the sandbox of the demo: outside the demo the key is obligatory. */
async function openPayments(env: Env, parts: { db: Database; log: Logger; timeoutFactor: number; webhookSecret: string }): Promise<PaymentProvider> {
  const { db, log, timeoutFactor, webhookSecret } = parts;
  if (env.stripe) {
    const { createStripe } = await loadStripe();
    return pacedProvider(createStripe({ ...env.stripe, clock: systemClock, log }), { pagesPerSecond: env.stripe.pagesPerSecond, db, clock: systemClock, timeoutFactor });
  }
  return createSandbox({ query: db.query, clock: systemClock, ids: randomIds, log, publicUrl: env.publicUrl, webhookSecret, deliver: deliverOverHttp(env) });
}

async function openMailer(env: Env, log: Logger): Promise<Mailer> {
  const archive = mailArchive({ dataDir: env.dataDir, mailFrom: env.mailFrom, clock: systemClock });
  if (env.smtpUrl === null) {
    if (!env.demo) log.warn('SMTP_URL is not set: mail is only written to files under DATA_DIR, nobody receives it');
    return fileMailer(archive);
  }
  const { smtpMailer } = await import('./platform/adapters/mail/smtp-mailer.server.ts');
  const smtp = smtpMailer({ url: env.smtpUrl, mailFrom: env.mailFrom });
  return env.demo ? archivingMailer(smtp, archive, (error) => log.warn({ err: error }, 'a copy of a mail could not be kept')) : smtp;
}

/** A store that refuses us stops the start; one that is away may come back while tickets are sold. */
async function startStorage(env: Env, log: Logger, closers: (() => Promise<void>)[]): Promise<FileStorage> {
  const { storage, ping, close } = await openStorage(env, randomIds);
  closers.push(async () => close());
  await ping().catch((error: unknown) => {
    if (error instanceof StorageRefusal) throw new StartRefusal(`The store of files refuses us: look at S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY (${error.message}).`);
    log.warn({ err: error }, 'the store of files does not answer: pictures and booklets are missing until it does');
  });
  return storage;
}
