import { expect, test } from 'vitest';

import { problemsOf, type Health } from './alarms.ts';

const NOW = new Date('2027-03-15T20:00:00Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);

const WELL: Health = {
  now: NOW,
  mail: { oldestWaitingSince: ago(14), stopped: 0 },
  payments: { openCases: 0, readAt: ago(1), toldByWebhook: 4, foundWithoutWebhook: 3 },
  pausedNetworks: { networks: 0, orders: 0 },
  guessers: 0,
  messagesGivenUp: 0,
  storageAnswers: true,
  disk: { usedBytes: 84, freeBytes: 16 },
  clockDriftMs: -29_000,
  backups: { newest: ago(35 * 60), ownedSince: ago(9_000) },
  jobs: [
    { name: 'outbox', everyMs: 500, finishedAt: ago(14), failingSince: null },
    { name: 'born with this version', everyMs: 500, finishedAt: null, failingSince: null },
    { name: 'fails, but not for long', everyMs: 60_000, finishedAt: ago(1), failingSince: ago(9) },
    { name: 'hourly', everyMs: 60 * MINUTE_MS, finishedAt: ago(70), failingSince: null },
  ],
};

test('a site that is well has no problem, and what is not known is none', () => {
  expect(problemsOf(WELL)).toEqual([]);
  expect(problemsOf({ ...WELL, disk: null, backups: null, payments: { ...WELL.payments, readAt: null }, mail: { oldestWaitingSince: null, stopped: 0 } })).toEqual([]);
});

test.each<[string, Partial<Health>, object]>([
  ['a mail that waits', { mail: { oldestWaitingSince: ago(16), stopped: 0 } }, { kind: 'mail_waiting', facts: { minutes: 16 } }],
  ['mails that one cause stopped', { mail: { oldestWaitingSince: null, stopped: 7 } }, { kind: 'mail_stopped', facts: { mails: 7 } }],
  ['a webhook that says nothing while people pay', { payments: { ...WELL.payments, toldByWebhook: 0 } }, { kind: 'webhooks_silent', facts: { payments: 3 } }],
  ['a provider that is away', { payments: { ...WELL.payments, readAt: ago(6) } }, { kind: 'provider_silent', facts: { minutes: 6 } }],
  ['books that differ', { payments: { ...WELL.payments, openCases: 2 } }, { kind: 'payment_cases', facts: { cases: 2 } }],
  ['a network that leaves one payment page after the other', { pausedNetworks: { networks: 1, orders: 31 } }, { kind: 'orders_given_up', facts: { networks: 1, orders: 31 } }],
  ['a scanner that guesses', { guessers: 2 }, { kind: 'codes_guessed', facts: { scanners: 2 } }],
  ['messages that a program did not take', { messagesGivenUp: 3 }, { kind: 'webhooks_given_up', facts: { messages: 3 } }],
  ['a store that is away', { storageAnswers: false }, { kind: 'storage_silent', facts: {} }],
  ['a disk that fills', { disk: { usedBytes: 86, freeBytes: 14 } }, { kind: 'disk', facts: { percent: 86, freeBytes: 14 } }],
  ['a clock that is late', { clockDriftMs: -31_000 }, { kind: 'clock_drift', facts: { seconds: -31 } }],
  ['backups that stopped', { backups: { newest: ago(37 * 60), ownedSince: ago(9_000) } }, { kind: 'backup_old', facts: { hours: 37 } }],
  ['a first backup that never came', { backups: { newest: null, ownedSince: ago(37 * 60) } }, { kind: 'backup_old', facts: {} }],
  ['a job that fails', { jobs: [{ name: 'refunds', everyMs: 2_000, finishedAt: ago(0), failingSince: ago(11) }] }, { kind: 'jobs_stuck', facts: { jobs: 'refunds' } }],
  ['a job that does not come back', { jobs: [{ name: 'refunds', everyMs: 2_000, finishedAt: ago(16), failingSince: null }] }, { kind: 'jobs_stuck', facts: { jobs: 'refunds' } }],
])('%s is one problem', (_what, change, problem) => {
  expect(problemsOf({ ...WELL, ...change })).toEqual([problem]);
});
