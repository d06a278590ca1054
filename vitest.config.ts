import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/** `npm run soak`: every row of the fault catalogue with its whole count, which takes hours. */
const soak = process.env.COMBOI_SOAK === '1';
const MINUTE_MS = 60_000;
/** Ends what hangs, and nothing that a busy machine is slow at. */
const LONGEST_TEST_MS = (soak ? 60 : 5) * MINUTE_MS;

/** Tests through the app, on one version of PostgreSQL. */
function throughTheApp(postgres: '18' | '15', files: { include: string[]; exclude?: string[] }): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name: `app on PostgreSQL ${postgres}`,
      ...files,
      env: { COMBOI_TEST_POSTGRES: postgres },
      globalSetup: ['./tests/support/app/global-database.ts'],
      provide: { postgresVersion: postgres, soak },
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: LONGEST_TEST_MS,
    hookTimeout: LONGEST_TEST_MS,
    // What comes by itself comes late on a busy machine; nothing is asserted about how late.
    expect: { poll: { timeout: MINUTE_MS } },
    reporters: ['default', './tests/support/reporting/closing-line.ts'],
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      { extends: true, test: { name: 'unit', provide: { soak }, include: ['app/**/*.test.{ts,tsx}'], exclude: ['app/**/*.app.test.ts'] } },
      throughTheApp('18', { include: ['app/**/*.app.test.ts', 'tests/races/**/*.test.ts'] }),
      // What the edge refuses, or adds to an answer, is no matter of SQL.
      throughTheApp('15', { include: ['app/**/*.app.test.ts'], exclude: ['app/http/{answers,foreign-origin}.app.test.ts'] }),
      {
        extends: true,
        test: {
          name: 'process',
          include: ['tests/faults/**/*.test.ts'],
          provide: { soak },
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          provide: { soak },
          fileParallelism: false,
        },
      },
    ],
  },
});
