import { expect, test } from 'vitest';

import { problemsOf, type Health } from './alarms.ts';

const NOW = new Date('2027-03-15T20:00:00Z');
const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);

const certificate = ({ days, left }: { days: number; left: number }) => ({ validFrom: ago((days - left) * DAY), validTo: ago(-left * DAY) });

const WELL: Health = {
  now: NOW,
  runsSince: ago(30 * DAY),
  mail: { oldestWaitingSince: ago(14), stopped: 0 },
  payments: { openCases: 0, readAt: ago(1), reportedByWebhook: 4, foundWithoutWebhook: 3 },
  pausedNetworks: { networks: 0, orders: 0 },
  guessers: 0,
  messagesGivenUp: 0,
  storageAnswers: true,
  disk: { usedBytes: 84, freeBytes: 16 },
  clockDriftMs: -29_000,
  providerDriftMs: 29_000,
  backups: { newest: ago(35 * 60), ownedSince: ago(9_000), missingFiles: 0 },
  siteCertificate: certificate({ days: 90, left: 23 }),
  appleCertificateEndsAt: ago(-31 * DAY),
  mailProof: 'sent',
  lackingRights: null,
  jobs: [
    { name: 'outbox', everyMs: 500, finishedAt: ago(14), failingSince: null },
    { name: 'born with this version', everyMs: 500, finishedAt: null, failingSince: null },
    { name: 'fails, but not for long', everyMs: 60_000, finishedAt: ago(1), failingSince: ago(9) },
    { name: 'hourly', everyMs: 60 * MINUTE_MS, finishedAt: ago(70), failingSince: null },
  ],
};

test('a site that is well has no problem, and what is not known is none', () => {
  expect(problemsOf(WELL)).toEqual([]);
  const off = { ...WELL, payments: { ...WELL.payments, readAt: ago(9) }, jobs: [{ name: 'outbox', everyMs: 500, finishedAt: ago(DAY), failingSince: null }] };
  expect(problemsOf({ ...off, runsSince: ago(4) })).toEqual([]);
  expect(problemsOf({ ...WELL, disk: null, backups: null, providerDriftMs: null, siteCertificate: null, appleCertificateEndsAt: null, payments: { ...WELL.payments, readAt: null }, mail: { oldestWaitingSince: null, stopped: 0 } })).toEqual([]);
});

test.each<[string, Partial<Health>, object]>([
  ['a mail that waits', { mail: { oldestWaitingSince: ago(16), stopped: 0 } }, { kind: 'mail_waiting', facts: { minutes: 16 } }],
  ['mails that one cause stopped', { mail: { oldestWaitingSince: null, stopped: 7 } }, { kind: 'mail_stopped', facts: { mails: 7 } }],
  ['a webhook that says nothing while people pay', { payments: { ...WELL.payments, reportedByWebhook: 0 } }, { kind: 'webhooks_silent', facts: { payments: 3 } }],
  ['a provider that is away', { payments: { ...WELL.payments, readAt: ago(6) } }, { kind: 'provider_silent', facts: { minutes: 6 } }],
  ['books that differ', { payments: { ...WELL.payments, openCases: 2 } }, { kind: 'payment_cases', facts: { cases: 2 } }],
  ['a network that leaves one payment page after the other', { pausedNetworks: { networks: 1, orders: 31 } }, { kind: 'orders_given_up', facts: { networks: 1, orders: 31 } }],
  ['a scanner that guesses', { guessers: 2 }, { kind: 'codes_guessed', facts: { scanners: 2 } }],
  ['messages that a program did not take', { messagesGivenUp: 3 }, { kind: 'webhooks_given_up', facts: { messages: 3 } }],
  ['a store that is away', { storageAnswers: false }, { kind: 'storage_silent', facts: {} }],
  ['a disk that fills', { disk: { usedBytes: 86, freeBytes: 14 } }, { kind: 'disk', facts: { percent: 86, freeBytes: 14 } }],
  ['a clock that is late', { clockDriftMs: -31_000 }, { kind: 'clock_drift', facts: { seconds: -31, against: 'database' } }],
  ["a clock that is early by the provider's", { providerDriftMs: 31_000 }, { kind: 'clock_drift', facts: { seconds: 31, against: 'provider' } }],
  ['a backup without some of its files', { backups: { newest: ago(60), ownedSince: ago(9_000), missingFiles: 250 } }, { kind: 'backup_lacks_files', facts: { files: 250 } }],
  ['a certificate of a quarter that nobody renews', { siteCertificate: certificate({ days: 90, left: 22 }) }, { kind: 'certificate_ends', facts: { days: 22, ends: ago(-22 * DAY).toISOString() } }],
  ['a certificate of a year', { siteCertificate: certificate({ days: 365, left: 29 }) }, { kind: 'certificate_ends', facts: { days: 29, ends: ago(-29 * DAY).toISOString() } }],
  ["Apple's certificate", { appleCertificateEndsAt: ago(-29 * DAY) }, { kind: 'apple_certificate_ends', facts: { days: 29, ends: ago(-29 * DAY).toISOString() } }],
  ['mail that was never tried', { mailProof: 'never' }, { kind: 'mail_untried', facts: { server: 1 } }],
  ['no mail server', { mailProof: 'none' }, { kind: 'mail_untried', facts: { server: 0 } }],
  ['a role without its rights', { lackingRights: { tables: 2, example: 'news' } }, { kind: 'rights_lacking', facts: { tables: 2, example: 'news' } }],
  ['backups that stopped', { backups: { newest: ago(37 * 60), ownedSince: ago(9_000), missingFiles: 0 } }, { kind: 'backup_old', facts: { hours: 37 } }],
  ['a first backup that never came', { backups: { newest: null, ownedSince: ago(37 * 60), missingFiles: 0 } }, { kind: 'backup_old', facts: {} }],
  ['a job that fails', { jobs: [{ name: 'refunds', everyMs: 2_000, finishedAt: ago(0), failingSince: ago(11) }] }, { kind: 'jobs_stuck', facts: { jobs: 'refunds' } }],
  ['a job that does not come back', { jobs: [{ name: 'refunds', everyMs: 2_000, finishedAt: ago(16), failingSince: null }] }, { kind: 'jobs_stuck', facts: { jobs: 'refunds' } }],
])('%s is one problem', (_what, change, problem) => {
  expect(problemsOf({ ...WELL, ...change })).toEqual([problem]);
});

test.each([
  ['site', { siteCertificate: certificate({ days: 90, left: 6 }) }, ['certificate_ends', 'certificate_last_days']],
  ['site, of six days', { siteCertificate: certificate({ days: 6, left: 2 }) }, []],
  ['Apple', { appleCertificateEndsAt: ago(-6 * DAY) }, ['apple_certificate_ends', 'apple_certificate_last_days']],
  ['Apple, over', { appleCertificateEndsAt: ago(DAY) }, ['apple_certificate_ends', 'apple_certificate_last_days']],
])('the last days of a certificate are told beside its end: %s', (_whose, change, kinds) => {
  expect(problemsOf({ ...WELL, ...change }).map(({ kind }) => kind)).toEqual(kinds);
});
