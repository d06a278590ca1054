import * as build from 'virtual:react-router/server-build';
import { fileURLToPath } from 'node:url';

import { assembleApp, type App } from './create-app.server.ts';
import type { Deps } from './platform/deps.server.ts';

export { ownMemory } from './platform/adapters/jobs/collect-at-rest.server.ts';
export { createLogger } from './platform/adapters/log.server.ts';
export { readEnv } from './platform/env.server.ts';
export { applySettings } from './features/settings/programs.server.ts';
export { makeAccount } from './features/members/first-account.server.ts';
export { resetSecondFactorAtTerminal } from './features/second-factor/terminal.server.ts';
export { restoreBackup } from './features/backups/restoration.server.ts';
export { loadStripe, openDeps, type OpenDeps } from './open-deps.server.ts';

/** For tests: classes of a second copy would fail `instanceof`. */
export { openDatabase } from './platform/adapters/db/database.server.ts';
export { openChangeFeed } from './platform/adapters/db/change-feed.server.ts';
export { pacedProvider } from './features/payments/sessions/service.server.ts';
export { PaymentUnavailable } from './platform/adapters/payments/payment-provider.server.ts';
export { createSandbox } from './platform/adapters/payments/sandbox/sandbox.server.ts';
export { jobsOf } from './jobs.server.ts';

export function createApp(deps: Deps): App {
  return assembleApp(deps, { build, clientDir: fileURLToPath(new URL('../client', import.meta.url)) });
}
