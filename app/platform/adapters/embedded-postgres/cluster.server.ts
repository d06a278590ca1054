import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { newSecret } from '../ids.server.ts';
import type { Logger } from '../log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { type Account, runAs } from './account.server.ts';
import type { Cluster } from './leftovers.server.ts';
import type { Place } from './data-folder.server.ts';

export const ROLE = 'comboi';

/** Best first; PostgreSQL before 17 knows no built-in locale, and some systems have no C.UTF-8. */
const LOCALES: readonly (readonly string[])[] = [
  ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--set=dynamic_shared_memory_type=mmap'],
  ['--locale=C.UTF-8'],
  ['--locale=C'],
];

export async function ensureCluster({ place, cluster, log }: { place: Place; cluster: Cluster; log: Logger }): Promise<string> {
  await removeDrafts(cluster);
  if (!(await isMade(cluster))) {
    log.info({ folder: cluster.folder }, 'Making a new database');
    await makeCluster({ place, cluster });
  }
  await assertSameVersion({ place, cluster });
  return readFile(passwordFile(cluster.folder), 'utf8');
}

async function makeCluster({ place, cluster }: { place: Place; cluster: Cluster }): Promise<void> {
  const draft = await mkdtemp(cluster.draftPrefix);
  const folder = join(draft, 'cluster');
  const password = join(draft, 'password');
  await give(draft, place.account);
  await writeFile(password, newSecret(), { mode: 0o600 });
  await give(password, place.account);

  await initdb(place, ['--pgdata', folder, '--username', ROLE, '--pwfile', password, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions']);
  // Moved with the cluster, so that both are there or neither.
  await rename(password, passwordFile(folder));
  await rename(folder, cluster.folder);
  await sync(dirname(cluster.folder));
  await rm(draft, { recursive: true, force: true });
}

async function initdb(place: Place, args: readonly string[]): Promise<void> {
  for (const [tries, locale] of LOCALES.entries()) {
    try {
      await runAs(place.account, join(place.binaries, 'bin/initdb'), [...args, ...locale]);
      return;
    } catch (error) {
      if (tries === LOCALES.length - 1) throw error;
    }
  }
}

/** PostgreSQL tells of a wrong major version in its own log only. */
async function assertSameVersion({ place, cluster }: { place: Place; cluster: Cluster }): Promise<void> {
  const made = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim();
  const shipped: { version?: string } = JSON.parse(await readFile(join(place.binaries, '..', 'package.json'), 'utf8').catch(() => '{}'));
  const major = shipped.version?.split('.')[0];
  if (major !== undefined && major !== made) {
    throw new StartRefusal(`The database in ${cluster.folder} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}. Restore a backup into a new DATA_DIR.`);
  }
}

/** An initdb may outlive the killed start; it is removed by the start after. */
async function removeDrafts(cluster: Cluster): Promise<void> {
  const home = dirname(cluster.draftPrefix);
  for (const name of await readdir(home)) {
    if (name.startsWith(basename(cluster.draftPrefix))) await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

async function isMade(cluster: Cluster): Promise<boolean> {
  return stat(join(cluster.folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function give(path: string, account: Account): Promise<void> {
  if (account.kind === 'user') await chown(path, account.uid, account.gid);
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function passwordFile(folder: string): string {
  return join(folder, 'comboi-password');
}
