import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { NODE, ROOT } from './child-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** What brought a database from the release before to this one. */
export type Addition = 'a migration' | 'functions alone';

export interface ReleaseBefore {
  /** Empty where it can't be played. */
  commit: string;
  whyNot: string | null;
}

interface Schema {
  migrations: string;
  functions: string;
}

const PACKAGES = 'package-lock.json';
const IS_BEFORE: Record<Addition, (then: Schema, now: Schema) => boolean> = {
  'a migration': (then, now) => then.migrations !== now.migrations,
  'functions alone': (then, now) => then.migrations === now.migrations && then.functions !== now.functions,
};

/** The newest commit to whose database this one adds so, and which runs with the same packages. */
export async function releaseBefore(addition: Addition): Promise<ReleaseBefore> {
  try {
    const now = await schemaOf('HEAD');
    const packages = await git('rev-parse', `HEAD:${PACKAGES}`);
    const parents = await git('log', '--format=%P', '--', 'db/migrations', 'db/functions', PACKAGES);
    for (const [commit] of parents.split('\n').map((line) => line.split(' '))) {
      if (!commit || (await git('rev-parse', `${commit}:${PACKAGES}`)) !== packages) break;
      if (IS_BEFORE[addition](await schemaOf(commit), now)) return { commit, whyNot: null };
    }
    return { commit: '', whyNot: `git knows no commit to which this one added ${addition}, since it has these packages` };
  } catch (error) {
    return { commit: '', whyNot: String(error) };
  }
}

/** By name and content, as the database knows them, in whichever folders they lie. */
async function schemaOf(commit: string): Promise<Schema> {
  const [migrations, functions] = await Promise.all(['db/migrations', 'db/functions'].map((folder) => git('ls-tree', '-r', commit, folder)));
  return { migrations: namesAndContents(migrations), functions: namesAndContents(functions) };
}

function namesAndContents(tree = ''): string {
  const files = tree.split('\n').filter((line) => line.endsWith('.sql'));
  return files.map((line) => line.replace(/\t.*\//, ' ')).toSorted().join('\n');
}

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: ROOT })).stdout.trim();
}

/** Its folder, built by its own program with the packages of this one. */
export async function buildRelease(commit: string): Promise<string> {
  const folder = await temporaryFolder();
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['-xf', archive, '-C', folder]);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await run(NODE, ['scripts/build.ts'], { cwd: folder });
  return folder;
}
