import { isAbsolute } from 'node:path';
import { describe, expect, test } from 'vitest';

import { EnvError, holdTimes, readEnv } from './env.server.ts';

const REAL = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://comboi.example',
  COMBOI_SECRET: 'a-long-string-that-nobody-else-knows-7351',
  STRIPE_SECRET_KEY: 'sk_test_51Hx',
  STRIPE_WEBHOOK_SECRET: 'whsec_51Hx',
  SMTP_URL: 'smtp://mail.comboi.example:587',
  MAIL_FROM: 'Comboi <hola@comboi.example>',
};

function problemsOf(variables: Record<string, string | undefined>): readonly string[] {
  try {
    readEnv(variables);
    return [];
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
}

describe('the environment', () => {
  test('with nothing set it is the demo on this machine, keeping its own secret', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, demoForced: false, secret: null, stripe: null, databaseUrl: null });
    expect(env.publicUrl.origin).toBe('http://127.0.0.1:3000');
    expect(isAbsolute(env.dataDir)).toBe(true);
    expect(env.hold).toEqual({ holdMs: 2_100_000, longestMs: 3_600_000, sessionMs: 1_980_000, sweepMs: 60_000 });
  });

  test.each([
    { DATABASE_URL: 'postgres://u:p@db/comboi' },
    { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    { SMTP_URL: 'smtp://mail' },
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://comboi.example' },
  ])('the demo does not come by itself with %o, but it does when asked for', (variables) => {
    expect(problemsOf(variables).join()).toContain('COMBOI_SECRET is missing');
    expect(readEnv({ ...variables, COMBOI_DEMO: '1' })).toMatchObject({ demo: true, demoForced: true });
  });

  test('a real site with every secret starts outside the demo', () => {
    for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:8080', 'http://[::1]:3000']) expect(problemsOf({ ...REAL, PUBLIC_URL: publicUrl })).toEqual([]);
    for (const key of ['sk_live_1', 'rk_live_1', 'rk_test_1']) expect(problemsOf({ ...REAL, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' })).toEqual([]);
    expect(readEnv(REAL)).toMatchObject({ demo: false, secret: REAL.COMBOI_SECRET, production: true });
  });

  test.each(['PUBLIC_URL', 'COMBOI_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'MAIL_FROM'])('a real site does not start without %s', (name) => {
    expect(problemsOf({ ...REAL, [name]: undefined }).join()).toContain(`${name} is missing`);
    expect(problemsOf({ ...REAL, [name]: '' }).join()).toContain(`${name} is missing`);
  });

  test('half a wallet is told, not left out', () => {
    const apple = { APPLE_PASS_CERTIFICATE: '/etc/comboi/pass.pem', APPLE_PASS_KEY: '/etc/comboi/pass.key', APPLE_PASS_WWDR_CERTIFICATE: '/etc/comboi/wwdr.pem' };
    const google = { GOOGLE_WALLET_ISSUER_ID: '3388000000012345678', GOOGLE_WALLET_SERVICE_ACCOUNT: '/etc/comboi/google.json' };
    expect(readEnv({})).toMatchObject({ applePass: null, googleWallet: null });
    expect(readEnv({ ...apple, ...google })).toMatchObject({ applePass: { key: '/etc/comboi/pass.key', passphrase: null }, googleWallet: { issuerId: '3388000000012345678' } });
    for (const name of Object.keys(apple)) expect(problemsOf({ ...apple, [name]: undefined }).join()).toContain(`${name} is missing`);
    for (const name of Object.keys(google)) expect(problemsOf({ ...google, [name]: undefined }).join()).toContain(`${name} is missing`);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '70000'],
    ['HOST', 'no such host'],
    ['PUBLIC_URL', 'comboi.example'],
    ['PUBLIC_URL', 'https://comboi.example/tickets'],
    ['DATABASE_URL', 'mysql://db'],
    ['STRIPE_SECRET_KEY', 'change-me'],
    ['STRIPE_API_BASE', 'localhost:12111'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'smtps://me@falla.example:p@ss/w#rd$1@mail.falla.example:465'],
    ['SMTP_URL', 'smtps://me:secret@mail.falla.example:465/inbox'],
    ['DATABASE_URL', 'postgres://comboi:p@ss/word@db.example:5432/comboi'],
    ['DATABASE_URL', 'postgres://comboi:pass#word@db.example:5432/comboi'],
    ['NODE_ENV', 'produccion'],
    ['MAIL_FROM', 'nobody'],
    ['COMBOI_DEMO', 'yes'],
    ['COMBOI_SECRET', 'short'],
    ['COMBOI_SECRET', 'changeme-changeme-changeme-changeme'],
    ['COMBOI_SECRET', 'a'.repeat(32)],
    ['COMBOI_SECRET', '12345678'.repeat(4)],
    ['COMBOI_SECRET', 'correct-horse-42'.repeat(2)],
    ['COMBOI_SECRET', 'aaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbcccc'],
    ['PUBLIC_URL', 'http://tickets.example.test'],
    ['PUBLIC_URL', 'http://192.168.1.10:3000'],
    ['STRIPE_SECRET_KEY', 'pk_live_51Hx'],
    ['STRIPE_SECRET_KEY', 'any text'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_live_51Hx'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_1,'],
    ['TRUST_PROXY', 'all'],
    ['COMBOI_RATE_LIMITS', 'off'],
    ['COMBOI_HOLD_SECONDS', '0'],
    ['COMBOI_HOLD_SECONDS', '20'],
  ])('%s=%s is refused by name on a real site', (name, value) => {
    expect(problemsOf({ ...REAL, [name]: value }).join()).toContain(name);
  });

  test('a name with a letter too many or too few is told with the one that is meant, and others are let be', () => {
    expect(problemsOf({ ...REAL, COMBOI_RATELIMITS: '0' })).toEqual(['COMBOI_RATELIMITS is no variable of Comboi: is COMBOI_RATE_LIMITS meant?']);
    expect(problemsOf({ ...REAL, SMTP_URL: undefined, STMP_URL: REAL.SMTP_URL })).toEqual(['STMP_URL is no variable of Comboi: is SMTP_URL meant?']);
    expect(problemsOf({ ...REAL, DATABASE_URL: 'postgres://u:p@db/comboi?sslmode=require', DATABASE_URI: 'x', COMBOI_SOAK: '1', PATH: '/bin' })).toEqual([]);
    expect(readEnv({ ...REAL, SMTP_URL: 'smtps://me%40falla.example:p%40ss%2Fw%23rd@mail.falla.example:465/?rateLimit=5' }).smtpUrl).toContain('p%40ss');
  });

  test('an IPv6 host is bracketed in the default address', () => {
    expect(readEnv({ HOST: '::1', PORT: '8080' }).publicUrl.origin).toBe('http://[::1]:8080');
  });
});

describe('a shortened hold', () => {
  test('keeps the proportions of hold, payment page and sweep', () => {
    expect(holdTimes(210)).toEqual({ holdMs: 210_000, longestMs: 360_000, sessionMs: 198_000, sweepMs: 6_000 });
  });

  test('never sweeps more often than four times a second', () => {
    expect(holdTimes(3)).toEqual({ holdMs: 3_000, longestMs: 5_143, sessionMs: 2_829, sweepMs: 250 });
  });
});

describe('files in S3', () => {
  const S3 = { S3_ENDPOINT: 'https://s3.example:9000', S3_BUCKET: 'comboi', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'and its other half' };

  test('are kept on the local disk where nothing is said', () => {
    expect(readEnv({}).s3).toBeNull();
  });

  test('may lie with anyone who speaks it, or with Amazon by region', () => {
    expect(readEnv(S3).s3).toMatchObject({ endpoint: new URL('https://s3.example:9000'), bucket: 'comboi', region: 'us-east-1', accessKeyId: 'key' });
    expect(readEnv({ ...S3, S3_ENDPOINT: undefined, S3_REGION: 'eu-south-2' }).s3).toMatchObject({ endpoint: null, region: 'eu-south-2' });
  });

  test.each(['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])('half said, without %s, is no start', (name) => {
    expect(problemsOf({ ...S3, [name]: undefined })).toEqual([`${name} is missing: uploaded files are to be kept in S3.`]);
  });

  test('needs a region where no endpoint is named', () => {
    expect(problemsOf({ ...S3, S3_ENDPOINT: undefined }).join()).toContain('S3_REGION is missing');
  });

  test.each([
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://s3.example/bucket'],
    ['S3_BUCKET', 'No_Bucket'],
    ['S3_REGION', 'eu south'],
    ['S3_SECRET_ACCESS_KEY', 'changeme'],
  ])('%s=%s names the variable', (name, value) => {
    expect(problemsOf({ ...S3, [name]: value }).join()).toContain(name);
  });
});
