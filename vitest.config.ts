import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

import { LongestFirst } from './tests/support/reporting/longest-first.ts';

/** `npm run soak`: every row of the fault catalogue that `npm test` plays less often than it should, with its whole count. It takes hours. */
const soak = process.env.COMBOI_SOAK === '1';
const MINUTE_MS = 60_000;
/** Ends what hangs, and nothing that a busy machine is slow at. */
const LONGEST_TEST_MS = (soak ? 120 : 5) * MINUTE_MS;
const PROCESSORS = Math.max(2, availableParallelism());
/** Of files whose tests wait most of the time, for a process that starts. */
const MANY = 2 * PROCESSORS;
/** Of files that compute: one more than processors, since each waits for its database at times. In a soak all begin beside its two that take an hour, and last as long together. */
const COMPUTING = soak ? MANY + 2 : PROCESSORS + 1;
const WAITING = soak ? {} : { maxWorkers: MANY, sequence: { groupOrder: 1 } };
/** A browser computes most of the time: four of them beside each other on two processors take longer than three, and each of their tests far longer. */
const BROWSING = soak ? {} : { sequence: { groupOrder: 2 } };
const HOURS = 'tests/faults/hours.test.ts';
const FAULTS = { setupFiles: ['./tests/support/process/doctor-after-each.ts'], isolate: false };

/** Tests that share one PostgreSQL of a version with all others of that version. */
function onPostgres(version: '15' | '18', test: NonNullable<Extract<TestProjectConfiguration, { test?: object }>['test']>, whole = soak): TestProjectConfiguration {
  return { extends: true, test: { ...test, setupFiles: ['./tests/support/process/remembered/hashes-of-run.ts', ...[test.setupFiles ?? []].flat()], globalSetup: ['./tests/support/process/shared-postgres.ts', ...[test.globalSetup ?? []].flat()], provide: { postgresVersion: version, soak: whole } } };
}

/** In a soak those that have more to play there; the others are whole in `npm test`. */
function filesOf(pattern: string): string[] {
  return soak ? globSync(pattern).filter((file) => /\bsoak(?:Cases)?\b|PHONE_FIRST/.test(readFileSync(file, 'utf8'))) : [pattern];
}

const APP = { include: ['app/**/*.app.test.ts'], setupFiles: ['./tests/support/app/statement-ledger.ts'], isolate: false };

// As the server sets it: React and the router bring a second build, several times slower, for whoever debugs.
process.env.NODE_ENV = 'production';

export default defineConfig({
  test: {
    maxWorkers: COMPUTING,
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    // What comes by itself comes late on a busy machine; nothing is asserted about how late.
    expect: { poll: { timeout: MINUTE_MS } },
    setupFiles: ['./tests/support/reporting/file-visits.ts', './tests/support/process/databases-of-last-file.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tests/support/reporting/closing-line.ts'],
    server: { deps: { external: [/\/build\/(?:server|mutant-[^/]+)\//] } },
    projects: [
      { extends: true, test: { name: 'unit', provide: { soak }, include: ['app/**/*.test.{ts,tsx}', 'db/**/*.test.ts'], exclude: ['app/**/*.app.test.ts'], isolate: false } },
      // The oldest version that an installation may have: what is too new for it fails here. What ships is played by all the others, and by a soak's whole counts.
      onPostgres('15', { name: 'app', ...APP }, false),
      ...(soak ? [onPostgres('18', { name: 'app on PostgreSQL 18', ...APP }), onPostgres('18', { name: 'hours', include: [HOURS], ...FAULTS })] : []),
      onPostgres('18', { name: 'races', include: filesOf('tests/races/**/*.test.ts'), isolate: false }),
      onPostgres('18', { name: 'simulation', include: ['tests/simulation/**/*.test.ts'], isolate: false }),
      onPostgres('18', { name: 'faults', include: filesOf('tests/faults/**/*.test.ts'), exclude: soak ? [HOURS] : [], ...FAULTS, ...WAITING }),
      onPostgres('18', { name: 'journeys', include: filesOf('tests/journeys/**/*.test.ts'), isolate: false, globalSetup: ['./tests/support/browser/unpacked-chromium.ts'], ...BROWSING }),
    ],
  },
});
