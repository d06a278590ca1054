import { parseArgs } from 'node:util';

import type * as Comboi from '../app/app.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { buildIfNeeded } from './build.ts';

/* `npm run user:second-factor-off -- --email …`: for the last admin who lost phone and recovery codes. An embedded database allows one process at a time. */

const USAGE = 'npm run user:second-factor-off -- --email maria@example.com';
const ANSWERS = {
  done: 'Its password alone opens the account again. Every session of it has ended, and its owner is told by mail.',
  not_found: 'There is no account of that address.',
  had_none: 'That account has no second factor.',
} as const;

const variables = { ...process.env };
process.exitCode = await run().catch((error: unknown) => {
  console.error(error instanceof StartRefusal || (error instanceof Error && ['StartRefusal', 'EnvError'].includes(error.name)) ? error.message : error);
  return 1;
});

async function run(): Promise<number> {
  const { email } = parseArgs({ options: { email: { type: 'string' } } }).values;
  if (email === undefined) {
    console.error(`Usage: ${USAGE}`);
    return 1;
  }
  process.env['NODE_ENV'] = 'production';
  await buildIfNeeded();
  const comboi = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Comboi;
  const { deps, close } = await comboi.openDeps(comboi.readEnv(variables), { log: comboi.createLogger({ level: 'warn', pretty: true }) });
  try {
    const outcome = await comboi.resetSecondFactorAtTerminal(deps, email);
    console.log(ANSWERS[outcome]);
    return outcome === 'done' ? 0 : 1;
  } finally {
    await close();
  }
}
