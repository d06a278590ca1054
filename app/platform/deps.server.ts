import type { AppState } from './app-state.server.ts';
import type { Checkpoint } from './adapters/checkpoint.server.ts';
import type { Clock } from './adapters/clock.server.ts';
import type { Database } from './adapters/db/database.server.ts';
import type { ChangeFeed } from './adapters/db/change-feed.server.ts';
import type { ConcurrencyLimits } from './adapters/concurrency-limits.server.ts';
import type { Ids } from './adapters/ids.server.ts';
import type { Keys } from './adapters/keys.server.ts';
import type { Logger } from './adapters/log.server.ts';
import type { Mailer } from './adapters/mail/mailer.server.ts';
import type { Metrics } from './adapters/metrics.server.ts';
import type { ImageEncoder } from './adapters/media/image-encoder.server.ts';
import type { PostOutside } from './adapters/outgoing/post-outside.server.ts';
import type { PdfReader } from './adapters/media/pdf-reader.server.ts';
import type { PaymentProvider } from './adapters/payments/payment-provider.server.ts';
import type { FileStorage } from './adapters/storage/file-storage.server.ts';
import type { WalletCredentials } from './adapters/wallets/wallet-credentials.server.ts';
import type { SiteSettings } from '#app/domain/site/settings.ts';
import type { Env } from './env.server.ts';

export interface SettingsReader {
  /** The last ones read where the database is away. Never rejects. */
  current(): Promise<SiteSettings>;
}

export interface Deps {
  env: Env;
  db: Database;
  /** So that the door never waits for a sale. */
  doorDb: Database;
  changes: ChangeFeed;
  /** For what may be a little old; the same as `db` where there is no replica. */
  replica: Database;
  clock: Clock;
  ids: Ids;
  checkpoint: Checkpoint;
  keys: Keys;
  payments: PaymentProvider;
  mailer: Mailer;
  settings: SettingsReader;
  storage: FileStorage;
  wallets: WalletCredentials;
  concurrency: ConcurrencyLimits;
  images: ImageEncoder;
  pdfs: PdfReader;
  postOutside: PostOutside;
  metrics: Metrics;
  state: AppState;
  log: Logger;
}
