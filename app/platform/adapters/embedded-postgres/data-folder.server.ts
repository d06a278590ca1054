import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '../log.server.ts';
import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { type Account, canEnter, canRunAs, findNamespace, findSystemUser, isRoot, runAs } from './account.server.ts';
import { completeBinaries, copyBinaries, type PostgresBinaries } from './binaries.server.ts';
import { type Cluster, endLeftovers } from './leftovers.server.ts';

const SYSTEM_HOME = '/var/lib/comboi';
const PASS_THROUGH = 0o711;

export interface Place {
  account: Account;
  binaries: PostgresBinaries;
  home: string;
}

export function clusterOf(home: string): Cluster {
  const folder = join(home, 'postgres');
  return { folder, name: `comboi-${shortHash(folder)}`, draftPrefix: join(home, 'new-postgres-') };
}

export async function prepareDataDir(dataDir: string): Promise<string> {
  const made = await mkdir(dataDir, { recursive: true }).catch((error: unknown) => {
    throw new StartRefusal(`DATA_DIR ${dataDir} can't be made: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (made !== undefined) await chmod(dataDir, isRoot() ? PASS_THROUGH : 0o700);
  return realpath(dataDir);
}

/** The choice, once made, holds for this data. */
export async function findPlace({ dataDir, binaries, log }: { dataDir: string; binaries: PostgresBinaries; log: Logger }): Promise<Place> {
  const linked = await completeBinaries(binaries);
  const whole = linked ? binaries : await copyBinaries(binaries, isRoot() ? SYSTEM_HOME : dataDir);
  if (!isRoot()) return { account: { kind: 'self' }, binaries: whole, home: await homeOf(dataDir) };

  const home = await homeOf(dataDir);
  const owner = (await ownerOf(clusterOf(home).folder)) ?? (await ownerOf(clusterOf(dataDir).folder));
  const madeInNamespace = owner?.uid === 0;
  const user = madeInNamespace ? null : await findSystemUser(owner);
  if (user === null) return { account: await findNamespace(), binaries: whole, home };

  return {
    account: user,
    binaries: (await canRunAs(user, join(whole, 'bin/postgres'), ['-V'])) ? whole : await copiedBinaries(whole, log),
    home: (await canEnter(user, home)) ? home : await reachableHome({ dataDir, user, log }),
  };
}

async function copiedBinaries(binaries: PostgresBinaries, log: Logger): Promise<PostgresBinaries> {
  const copy = await copyBinaries(binaries, SYSTEM_HOME);
  log.warn({ binaries: copy }, 'Only root can enter this folder, and PostgreSQL may not be root: it runs from a copy of its binaries');
  return copy;
}

async function reachableHome({ dataDir, user, log }: { dataDir: string; user: Account; log: Logger }): Promise<string> {
  const home = join(SYSTEM_HOME, shortHash(dataDir));
  await mkdir(home, { recursive: true });
  await chmod(SYSTEM_HOME, 0o755);
  await chmod(home, PASS_THROUGH);
  if (!(await canEnter(user, home))) throw new StartRefusal(`PostgreSQL's user can enter neither ${dataDir} nor ${home}. Give DATA_DIR a folder it can enter.`);
  // The note is written first, so that a start killed in between goes on from it.
  await writeFile(noteIn(dataDir), `${home}\n`);
  log.warn({ home }, 'Only root can enter DATA_DIR, and PostgreSQL may not be root: the database lives in another folder');
  return home;
}

async function homeOf(dataDir: string): Promise<string> {
  const note = await readFile(noteIn(dataDir), 'utf8').catch(() => null);
  if (note === null) return dataDir;
  const home = note.trim();
  if (await ownerOf(home)) return home;
  throw new StartRefusal(
    `The database of ${dataDir} was kept in ${home}, which is gone. Bring it back; or delete ${noteIn(dataDir)} to begin with an empty one.`,
  );
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'database-is-in.txt');
}

export async function bringCluster({ from, home, log }: { from: string; home: string; log: Logger }): Promise<void> {
  const old = clusterOf(from);
  const now = clusterOf(home);
  if (from === home || (await ownerOf(old.folder)) === null || (await ownerOf(now.folder)) !== null) return;

  await endLeftovers(old, log);
  try {
    await rename(old.folder, now.folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    const draft = `${now.draftPrefix}moved`;
    await rm(draft, { recursive: true, force: true });
    // `cp` keeps owners, which Node's own copy doesn't.
    await runAs({ kind: 'self' }, 'cp', ['-a', old.folder, draft]);
    await rename(draft, now.folder);
    await rename(old.folder, `${old.folder}-moved-away`);
  }
}

async function ownerOf(folder: string): Promise<{ uid: number; gid: number } | null> {
  return stat(folder).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => null,
  );
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
