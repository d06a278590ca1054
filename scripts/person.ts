import { parseArgs } from 'node:util';

import { systemClock } from '../app/platform/adapters/clock.server.ts';
import { openDatabase } from '../app/platform/adapters/db/database.server.ts';
import { randomIds } from '../app/platform/adapters/ids.server.ts';
import { createLogger } from '../app/platform/adapters/log.server.ts';
import { openStorage } from '../app/platform/adapters/storage/open-storage.server.ts';
import { readEnv } from '../app/platform/env.server.ts';
import { backupsThatStay } from '../app/features/backups/service.server.ts';
import { collectPersonalData, erasePersonalData, retainedColumns } from '../app/features/personal-data/service.server.ts';
import { StartRefusal } from '../app/platform/start-refusal.server.ts';
import { findPostgres } from './find-postgres.ts';

/* `npm run person -- show|erase maria@example.com`: what is stored of an address; erases what the books need not keep. Exit codes: 0 done, 1 refused or something is left. */

const USAGE = 'npm run person -- show|erase maria@example.com';

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<number> {
  const { positionals: [act, email] } = parseArgs({ allowPositionals: true });
  if (email === undefined || (act !== 'show' && act !== 'erase')) throw new StartRefusal(`Usage: ${USAGE}`);
  const env = readEnv(process.env);
  const log = createLogger({ level: 'error', pretty: true });
  const postgres = await findPostgres(env, log);
  const store = await openStorage(env, randomIds);
  const db = openDatabase({ ...postgres, poolSize: 2, log });
  try {
    if (act === 'show') {
      console.log(JSON.stringify(await collectPersonalData({ db, clock: systemClock }, email), null, 2));
      return 0;
    }
    const erasure = await erasePersonalData({ db, clock: systemClock, env, storage: store.storage }, email);
    if (erasure.outcome === 'admin') throw new StartRefusal("This is an admin's account: another admin takes the role away first.");
    console.log(`Erased: the account, if there was one, and the buyer of ${erasure.orders} orders, whose sums the books keep.`);
    if (erasure.copies > 0) console.log(`Erased: ${erasure.copies} copies of mails in the data folder.`);
    for (const { name, until } of await backupsThatStay({ env, storage: store.storage, clock: systemClock })) console.log(`Still in the backup ${name}, until ${until.toISOString().slice(0, 10)}, and in what was copied of it.`);
    for (const what of erasure.waiting) console.log(`Kept until it is over: ${what}`);
    const left = Object.entries(erasure.foundIn);
    for (const [column, rows] of left) console.log(`The address still stands in ${column}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
    console.log(`Kept of everybody, without their address:\n${retainedColumns().map((column) => `  ${column}`).join('\n')}`);
    return erasure.waiting.length + left.length > 0 ? 1 : 0;
  } finally {
    await db.close();
    await postgres.stop();
    store.close();
  }
}
