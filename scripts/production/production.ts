import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { StartRefusal } from '../../app/platform/start-refusal.server.ts';
import { buildIfNeeded } from '../build.ts';
import { importedPackages, type Lockfile, packagesWith } from './production-packages.ts';

/* `npm run production -- --to /opt/comboi.new`: the built program with what it needs to run and to be looked after, without what builds and tests it. It says its size, and exits with 1 beyond the one that is promised. */

const ROOT = join(import.meta.dirname, '../..');
const USAGE = 'npm run production -- --to /opt/comboi.new (a folder that is not there yet)';
const MB = 1_000_000;
const LARGEST_MB = 400;

const OWN = ['app', 'db', 'build/client', 'build/server', 'build/stamp', 'scripts', 'deploy', 'docs', 'server.js', 'package.json', 'package-lock.json', 'README.md'];
/** What is started besides the server. */
const PROGRAMS = ['backup', 'doctor', 'person', 'restore', 'second-factor-off', 'settings', 'sql', 'user-create', 'mail/mail-test'].map((name) => `scripts/${name}.ts`);
/** Headers of C, types, maps, papers. */
const UNNEEDED = /(^|\/)(include|\.cache|screenshots)(\/|$)|\.(map|[cm]?ts\.map|d\.[cm]?ts|md|markdown|flow)$|\.test\.tsx?$/i;
const LICENCE = /(^|\/)(licen[cs]e|notice)[^/]*$/i;

try {
  await run();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (values.to === undefined) throw new StartRefusal(`Usage: ${USAGE}`);
  const to = resolve(values.to);
  if (existsSync(to)) throw new StartRefusal(`${to} is there already.`);
  if (!relative(ROOT, to).startsWith('..')) throw new StartRefusal(`${to} lies in this folder: choose one outside.`);
  await buildIfNeeded();

  await mkdir(to, { recursive: true });
  for (const name of OWN.filter((one) => existsSync(join(ROOT, one)))) await cp(join(ROOT, name), join(to, name), { recursive: true, filter: (from) => isNeededOfOurs(relative(ROOT, from)), preserveTimestamps: true });
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const imported = await importedPackages(ROOT, PROGRAMS);
  const packages = packagesWith(lock, imported.packages, (path) => existsSync(join(ROOT, path)));
  for (const path of packages) await copyPackage(path, { to, typefaces: imported.typefaces });
  const node = `node-${process.platform}-${process.arch}`;
  await mkdir(join(to, 'node_modules/.bin'), { recursive: true });
  await symlink(`../${node}/bin/node`, join(to, 'node_modules/.bin/node'));
  await chmod(join(to, `node_modules/${node}/bin/node`), 0o755);

  const megabytes = (await bytesOf(to)) / MB;
  console.log(`${to}: ${megabytes.toFixed(0)} MB, with ${packages.length} packages. \`node_modules/.bin/node server.js\` starts it there, or the unit in deploy/.`);
  if (megabytes > LARGEST_MB) throw new StartRefusal(`That is more than the ${LARGEST_MB} MB that it may take.`);
}

/** Programs of the terminal run from sources; without the screens' nothing is ever built anew. */
function isNeededOfOurs(path: string): boolean {
  return !/\.test\.tsx?$|^docs\/screenshots|^build\/.*\.map$|^app\/(routes\.ts$|.*\.(tsx|css)$)/.test(path);
}

async function copyPackage(path: string, { to, typefaces }: { to: string; typefaces: ReadonlySet<string> }): Promise<void> {
  const from = join(ROOT, path);
  await mkdir(dirname(join(to, path)), { recursive: true });
  await cp(from, join(to, path), {
    recursive: true,
    filter(source) {
      const inside = relative(from, source);
      if (inside === '' || LICENCE.test(inside)) return true;
      if (path.startsWith('node_modules/@fontsource')) return ['package.json', 'files'].includes(inside) || typefaces.has(`${path}/${inside}`);
      return inside.split('/')[0] !== 'node_modules' && !UNNEEDED.test(inside);
    },
  });
}

async function bytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}
