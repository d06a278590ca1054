import { resolve } from 'node:path';
import { z } from 'zod';

import { meantName } from './similar-name.ts';
import { StartRefusal } from './start-refusal.server.ts';

export interface Env {
  port: number;
  host: string;
  /** Never taken from a request. */
  publicUrl: URL;
  dataDir: string;
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** Past a pooler, for migrations and notifications; the same as `databaseUrl` where nothing stands between. */
  databaseDirectUrl: string | null;
  /** For reads that may be a little old. */
  databaseReplicaUrl: string | null;
  stripe: { secretKey: string; webhookSecrets: readonly string[]; apiBase: URL | null; pagesPerSecond: number } | null;
  smtpUrl: string | null;
  /** Who is notified of problems; null: the admins. */
  alarmMail: string | null;
  /** False where others take the backups. */
  backupAlarm: boolean;
  metricsToken: string | null;
  mailFrom: string;
  s3: { endpoint: URL | null; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | null;
  applePass: { certificate: string; key: string; passphrase: string | null; authority: string } | null;
  googleWallet: { issuerId: string; serviceAccount: string } | null;
  demo: boolean;
  demoForced: boolean;
  /** Null only in the demo, which makes its own. */
  secret: string | null;
  trustProxyHops: number;
  /** So that a balancer hears of the end before the socket closes. */
  stopDelayMs: number;
  rateLimits: boolean;
  fastPath: boolean;
  adminSecondFactor: boolean;
  hold: HoldTimes;
  production: boolean;
}

export interface HoldTimes {
  holdMs: number;
  /** Since the order, for whoever could not be shown a payment page yet. */
  longestMs: number;
  /** Stripe's least is 30 minutes by its own clock; three more allow for a slow clock of ours. */
  sessionMs: number;
  sweepMs: number;
}

const DEFAULT_HOLD_SECONDS = 35 * 60;
const LONGEST_HOLD_SECONDS = 60 * 60;
const DEFAULT_SESSION_SECONDS = 33 * 60;
const DEFAULT_SWEEP_SECONDS = 60;
const SHORTEST_SWEEP_MS = 250;

export function holdTimes(holdSeconds: number): HoldTimes {
  const share = holdSeconds / DEFAULT_HOLD_SECONDS;
  return {
    holdMs: holdSeconds * 1000,
    longestMs: Math.round(LONGEST_HOLD_SECONDS * share * 1000),
    sessionMs: Math.round(DEFAULT_SESSION_SECONDS * share * 1000),
    sweepMs: Math.max(SHORTEST_SWEEP_MS, Math.round(DEFAULT_SWEEP_SECONDS * share * 1000)),
  };
}

export class EnvError extends StartRefusal {
  override name = 'EnvError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Comboi can't start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const wholeNumber = (min: number, max: number, message: string): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);

const url = (protocols: readonly string[], message: string): z.ZodType<URL, string> =>
  z.string().transform((value, context): URL => {
    if (URL.canParse(value)) {
      const parsed = new URL(value);
      if (protocols.includes(parsed.protocol) && parsed.hostname !== '') return parsed;
    }
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const origin = (message: string): z.ZodType<URL, string> =>
  url(['http:', 'https:'], message).refine(
    (value) => value.pathname === '/' && value.search === '' && value.hash === '' && value.username === '',
    message,
  );

const onOrOff = (name: string): z.ZodType<boolean, string> =>
  z.enum(['0', '1'], `${name} must be 0 or 1.`).transform((value) => value === '1');

const PLACEHOLDER = /change.?me|your[-_ ]|default/i;
const realSecret = (name: string): z.ZodString => z.string().refine((value) => !PLACEHOLDER.test(value), `${name} is still a placeholder: set a real value.`);

/** A repetition of a few letters is easily guessed, however long. */
const LEAST_DIFFERENT_CHARACTERS = 12;
const isGuessable = (secret: string): boolean => new Set(secret).size < LEAST_DIFFERENT_CHARACTERS || /^(.+?)\1+$/s.test(secret);

/** In a password, `@`, `:`, `/`, `?` and `#` would end a part of the address too soon, and another host would be asked. */
const postgresUrl = (name: string): z.ZodString =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, `${name} must look like postgres://user:password@host:5432/database.`)
    .refine((value) => !value.includes('#') && !/^\w+:\/\/[^?]*\/[^?]*[/@]/.test(value), `${name} can't be read as one address: in its password @, :, / and # are written %40, %3A, %2F and %23.`);

const hasOnlyHost = ({ pathname, hash }: URL): boolean => (pathname === '' || pathname === '/') && hash === '';

const variables = z.object({
  PORT: wholeNumber(1, 65_535, 'PORT must be a number from 1 to 65535 (0 is refused: nobody would know the address).').default(3000),
  HOST: z.string().regex(/^[\w.:-]+$/, 'HOST must be an address or a host name to listen on, like 127.0.0.1.').default('127.0.0.1'),
  PUBLIC_URL: origin('PUBLIC_URL must be a web address without a path, like https://comboi.example.').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: postgresUrl('DATABASE_DIRECT_URL').optional(),
  DATABASE_REPLICA_URL: postgresUrl('DATABASE_REPLICA_URL').optional(),
  STRIPE_SECRET_KEY: realSecret('STRIPE_SECRET_KEY')
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe: sk_live_…, rk_live_…, sk_test_… or rk_test_….')
    .optional(),
  STRIPE_WEBHOOK_SECRET: realSecret('STRIPE_WEBHOOK_SECRET')
    .regex(/^\s*whsec_\w+\s*(,\s*whsec_\w+\s*)*$/, 'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint, whsec_…, or two with a comma between them.')
    .optional(),
  STRIPE_API_BASE: origin('STRIPE_API_BASE must be scheme://host:port of the Stripe API.').optional(),
  STRIPE_PAGES_PER_SECOND: wholeNumber(1, 1_000, 'STRIPE_PAGES_PER_SECOND must be a number from 1 to 1000: how many payment pages Stripe opens for us in a second.').optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'SMTP_URL must look like smtp://user:password@host:587.')
    .refine(hasOnlyHost, "SMTP_URL can't be read as one address: in its password @, :, / and # are written %40, %3A, %2F and %23.")
    .optional(),
  MAIL_FROM: z.string().regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'MAIL_FROM must be an address, like Comboi <hola@comboi.example>.').optional(),
  COMBOI_ALARM_MAIL: z.string().regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'COMBOI_ALARM_MAIL must be one address, like avisos@comboi.example.').optional(),
  COMBOI_BACKUP_ALARM: onOrOff('COMBOI_BACKUP_ALARM').default(true),
  COMBOI_METRICS_TOKEN: realSecret('COMBOI_METRICS_TOKEN').min(16, 'COMBOI_METRICS_TOKEN must have at least 16 characters: `openssl rand -base64 24` makes one.').optional(),
  S3_ENDPOINT: origin('S3_ENDPOINT must be scheme://host:port of a store that speaks S3.').optional(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.').optional(),
  S3_REGION: z.string().regex(/^[a-z0-9-]+$/, 'S3_REGION must be the name of a region, like eu-south-2.').optional(),
  S3_ACCESS_KEY_ID: realSecret('S3_ACCESS_KEY_ID').optional(),
  S3_SECRET_ACCESS_KEY: realSecret('S3_SECRET_ACCESS_KEY').optional(),
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_PASS_WWDR_CERTIFICATE: z.string().optional(),
  GOOGLE_WALLET_ISSUER_ID: z.string().regex(/^\d{6,30}$/, 'GOOGLE_WALLET_ISSUER_ID must be the number of an issuer account.').optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: z.string().optional(),
  COMBOI_DEMO: onOrOff('COMBOI_DEMO').optional(),
  COMBOI_SECRET: realSecret('COMBOI_SECRET')
    .min(32, 'COMBOI_SECRET must have at least 32 characters: `openssl rand -base64 48` makes one.')
    .refine((value) => !isGuessable(value), 'COMBOI_SECRET repeats itself and could be guessed: `openssl rand -base64 48` makes a good one.')
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10, 'TRUST_PROXY must be the number of proxies in front, from 0 to 10.').default(0),
  COMBOI_STOP_DELAY_SECONDS: wholeNumber(0, 5, 'COMBOI_STOP_DELAY_SECONDS must be a number from 0 to 5: how long it goes on serving after it was told to stop.').default(0),
  COMBOI_RATE_LIMITS: onOrOff('COMBOI_RATE_LIMITS').default(true),
  COMBOI_FAST_PATH: onOrOff('COMBOI_FAST_PATH').default(true),
  COMBOI_ADMIN_SECOND_FACTOR: onOrOff('COMBOI_ADMIN_SECOND_FACTOR').default(false),
  COMBOI_HOLD_SECONDS: wholeNumber(
    1,
    DEFAULT_HOLD_SECONDS,
    `COMBOI_HOLD_SECONDS must be a number from 1 to ${DEFAULT_HOLD_SECONDS}: it only shortens.`,
  ).optional(),
  NODE_ENV: z.enum(['production', 'development', 'test'], 'NODE_ENV must be production, development or test.').optional(),
});

type Variables = z.output<typeof variables>;

export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.shape);

export function readEnv(processEnv: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(processEnv).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) throw new EnvError([...new Set(parsed.error.issues.map((issue) => issue.message))]);

  const configured = parsed.data;
  const publicUrl = configured.PUBLIC_URL ?? new URL(`http://${configured.HOST.includes(':') ? `[${configured.HOST}]` : configured.HOST}:${configured.PORT}`);
  const demoByItself = isDemoByItself(configured, publicUrl);
  const demo = configured.COMBOI_DEMO ?? demoByItself;

  const problems = [...contradictions(configured, { demo }), ...missingForS3(configured), ...missingForWallets(configured), ...(demo ? [] : [...misspelt(given), ...missingOutsideTheDemo(configured)])];
  if (problems.length > 0) throw new EnvError(problems);

  const holdSeconds = configured.COMBOI_HOLD_SECONDS ?? DEFAULT_HOLD_SECONDS;
  return {
    port: configured.PORT,
    host: configured.HOST,
    publicUrl,
    dataDir: resolve(configured.DATA_DIR),
    databaseUrl: configured.DATABASE_URL ?? null,
    databaseDirectUrl: configured.DATABASE_DIRECT_URL ?? configured.DATABASE_URL ?? null,
    databaseReplicaUrl: configured.DATABASE_REPLICA_URL ?? null,
    stripe: stripeOf(configured),
    smtpUrl: configured.SMTP_URL?.href ?? null,
    alarmMail: configured.COMBOI_ALARM_MAIL ?? null,
    backupAlarm: configured.COMBOI_BACKUP_ALARM,
    metricsToken: configured.COMBOI_METRICS_TOKEN ?? null,
    mailFrom: configured.MAIL_FROM ?? 'Comboi <comboi@comboi.test>',
    s3: s3Of(configured),
    applePass: applePassOf(configured),
    googleWallet: googleWalletOf(configured),
    demo,
    demoForced: demo && !demoByItself,
    secret: configured.COMBOI_SECRET ?? null,
    trustProxyHops: configured.TRUST_PROXY,
    stopDelayMs: configured.COMBOI_STOP_DELAY_SECONDS * 1000,
    rateLimits: configured.COMBOI_RATE_LIMITS,
    fastPath: configured.COMBOI_FAST_PATH,
    adminSecondFactor: configured.COMBOI_ADMIN_SECOND_FACTOR,
    hold: holdTimes(holdSeconds),
    production: configured.NODE_ENV === 'production',
  };
}

/** Only where no stranger can reach its well-known logins, and no real money or mail is near. */
function isDemoByItself(configured: Variables, publicUrl: URL): boolean {
  return (
    configured.DATABASE_URL === undefined &&
    configured.STRIPE_SECRET_KEY === undefined &&
    configured.SMTP_URL === undefined &&
    configured.NODE_ENV !== 'production' &&
    isLoopback(configured.HOST) &&
    isLoopback(publicUrl.hostname)
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function contradictions(configured: Variables, { demo }: { demo: boolean }): string[] {
  const problems: string[] = [];
  if (configured.STRIPE_SECRET_KEY !== undefined && configured.STRIPE_WEBHOOK_SECRET === undefined) {
    problems.push('STRIPE_WEBHOOK_SECRET is missing: without it no payment notice can be believed.');
  }
  if (configured.SMTP_URL !== undefined && configured.MAIL_FROM === undefined && !demo) {
    problems.push('MAIL_FROM is missing: it is the sender of the tickets.');
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const) {
    if (configured[name] !== undefined && configured.DATABASE_URL === undefined) problems.push(`${name} is of no use without DATABASE_URL.`);
  }
  if (configured.COMBOI_HOLD_SECONDS !== undefined && !demo) {
    problems.push('COMBOI_HOLD_SECONDS works in the demo only: remove it.');
  }
  return problems;
}

/** A name that nobody reads would be passed over in silence. */
function misspelt(given: Readonly<Record<string, string | undefined>>): string[] {
  const open = VARIABLE_NAMES.filter((name) => given[name] === undefined);
  return Object.keys(given)
    .filter((name) => !VARIABLE_NAMES.includes(name))
    .flatMap((name) => {
      const meant = meantName(name, open);
      return meant === null ? [] : [`${name} is no variable of Comboi: is ${meant} meant?`];
    });
}

function missingOutsideTheDemo(configured: Variables): string[] {
  const needed: readonly [keyof Variables, string][] = [
    ['PUBLIC_URL', 'links in mails are made of it, like https://comboi.example.'],
    ['COMBOI_SECRET', 'it signs sessions and links: `openssl rand -base64 48` makes one.'],
    ['STRIPE_SECRET_KEY', 'payments need it.'],
    ['STRIPE_WEBHOOK_SECRET', 'payment notices need it.'],
  ];
  const problems = needed.filter(([name]) => configured[name] === undefined).map(([name, why]) => `${name} is missing: ${why}`);
  if (configured.PUBLIC_URL !== undefined && configured.PUBLIC_URL.protocol !== 'https:' && !isLoopback(configured.PUBLIC_URL.hostname)) {
    problems.push(`PUBLIC_URL must begin with https:// (it is ${configured.PUBLIC_URL.origin}): without it passwords and sessions travel in the open.`);
  }
  if (problems.length > 0 && configured.COMBOI_DEMO === undefined) {
    problems.push('COMBOI_DEMO=1 would start the demo here, with well-known logins and no real payments: never on a public site.');
  }
  return problems;
}

/** An incomplete configuration must not fall back to the local disk. */
function missingForS3(configured: Variables): string[] {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', ...(configured.S3_ENDPOINT === undefined ? (['S3_REGION'] as const) : [])] as const;
  const given = [configured.S3_ENDPOINT, configured.S3_BUCKET, configured.S3_REGION, configured.S3_ACCESS_KEY_ID, configured.S3_SECRET_ACCESS_KEY].some((value) => value !== undefined);
  return given ? needed.filter((name) => configured[name] === undefined).map((name) => `${name} is missing: uploaded files are to be kept in S3.`) : [];
}

function missingForWallets(configured: Variables): string[] {
  return [APPLE_NEEDS, GOOGLE_NEEDS].flatMap(({ names, what }) => {
    const missing = names.filter((name) => configured[name] === undefined);
    return missing.length === names.length ? [] : missing.map((name) => `${name} is missing: ${what} can't be made without it.`);
  });
}

const APPLE_NEEDS = { names: ['APPLE_PASS_CERTIFICATE', 'APPLE_PASS_KEY', 'APPLE_PASS_WWDR_CERTIFICATE'], what: 'passes for Apple Wallet' } as const;
const GOOGLE_NEEDS = { names: ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_SERVICE_ACCOUNT'], what: 'links for Google Wallet' } as const;

function applePassOf(configured: Variables): Env['applePass'] {
  const { APPLE_PASS_CERTIFICATE: certificate, APPLE_PASS_KEY: key, APPLE_PASS_WWDR_CERTIFICATE: authority } = configured;
  if (certificate === undefined || key === undefined || authority === undefined) return null;
  return { certificate, key, passphrase: configured.APPLE_PASS_KEY_PASSPHRASE ?? null, authority };
}

function googleWalletOf(configured: Variables): Env['googleWallet'] {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_SERVICE_ACCOUNT: serviceAccount } = configured;
  return issuerId === undefined || serviceAccount === undefined ? null : { issuerId, serviceAccount };
}

function s3Of(configured: Variables): Env['s3'] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = configured;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { endpoint: configured.S3_ENDPOINT ?? null, bucket, region: configured.S3_REGION ?? 'us-east-1', accessKeyId, secretAccessKey };
}

/** Stripe takes 100 calls a second, 25 in test mode; some are left for what else is asked. */
const LIVE_PAGES_PER_SECOND = 80;
const TEST_PAGES_PER_SECOND = 20;

function stripeOf(configured: Variables): Env['stripe'] {
  if (configured.STRIPE_SECRET_KEY === undefined || configured.STRIPE_WEBHOOK_SECRET === undefined) return null;
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets, STRIPE_API_BASE: apiBase = null } = configured;
  const pagesPerSecond = configured.STRIPE_PAGES_PER_SECOND ?? (/_live_/.test(secretKey) ? LIVE_PAGES_PER_SECOND : TEST_PAGES_PER_SECOND);
  return { secretKey, webhookSecrets: secrets.split(',').map((secret) => secret.trim()).filter(Boolean), apiBase, pagesPerSecond };
}
