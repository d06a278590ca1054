import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import type * as Comboi from '../app/app.server.ts';
import { assertOwnDataFolder } from '../app/platform/adapters/data-folder-owner.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { buildIfNeeded } from './build.ts';

/* `npm run user:create -- --email … --name … [--role admin] [--link]`. Without a terminal, or with --link, it prints a link that sets the password. */

const USAGE = 'npm run user:create -- --email maria@example.com --name "Maria Anglés" [--role admin|comision|socio|public] [--link]';

const variables = { ...process.env };
process.exitCode = await run().catch((error: unknown) => {
  console.error(isRefusal(error) ? error.message : error);
  return 1;
});

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, role: { type: 'string', default: 'admin' }, link: { type: 'boolean', default: false } },
  });
  const { email, name, role, link } = values;
  if (email === undefined || name === undefined) {
    console.error(`Usage: ${USAGE}`);
    return 1;
  }
  const password = link || !process.stdin.isTTY ? null : await askPassword();

  // React chooses its production build by it.
  process.env['NODE_ENV'] = 'production';
  await buildIfNeeded();
  const comboi = (await import(new URL('../build/server/index.js', import.meta.url).href)) as typeof Comboi;
  const env = comboi.readEnv(variables);
  await assertOwnDataFolder(env.dataDir);
  const { deps, close } = await comboi.openDeps(env, { log: comboi.createLogger({ level: 'warn', pretty: true }) });
  try {
    const made = await comboi.makeAccount(deps, { email, name, role, password });
    if (made.outcome === 'refused') {
      console.error(made.reason);
      return 1;
    }
    console.log(`Made the account of ${made.email}, role ${made.role}.`);
    if (made.link !== null) console.log(`Set its password within 24 hours, once:\n${made.link}`);
    return 0;
  } finally {
    await close();
  }
}

async function askPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stdout.write('Password: ');
    const first = await terminal.question('');
    process.stdout.write('\nOnce more: ');
    const second = await terminal.question('');
    process.stdout.write('\n');
    if (first !== second) throw new StartRefusal('The two passwords differ.');
    return first;
  } finally {
    terminal.close();
  }
}

/** The build has its own copy of the class. */
function isRefusal(error: unknown): error is Error {
  return error instanceof StartRefusal || (error instanceof Error && (error.name === 'StartRefusal' || error.name === 'EnvError' || 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')));
}
