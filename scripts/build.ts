import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { takeFileLock } from '../app/platform/adapters/file-lock.server.ts';
import { compressAssets } from './assets/compress-assets.ts';
import { narrowServer } from './assets/narrow-server.ts';
import { splitStyles } from './assets/split-styles.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['app', 'db', 'public', 'serve.ts', 'scripts/pdfjs-assets.ts', 'scripts/assets/split-styles.ts', 'package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];
const BUILD = join(ROOT, 'build');
const STAMP = join(BUILD, 'stamp');
const ENDS_WITH_ITS_PARENT = `data:text/javascript,process.on('disconnect',()=>process.exit(1))`;
const LOOK_EVERY_MS = 100;

/** The stamp is removed before a build and written after it; of two starts at once one builds and the other waits. */
export async function buildIfNeeded(): Promise<void> {
  // An image may carry the build without its sources.
  if (!existsSync(join(ROOT, 'app/routes.ts')) && (await stampOf()) !== null) return;
  if ((await stampOf()) === (await fingerprint())) return;

  const lockFolder = join(ROOT, 'node_modules/.cache/comboi');
  await mkdir(lockFolder, { recursive: true });
  let lock = takeFileLock(join(lockFolder, 'build.lock'));
  while (lock === null) {
    await pause(LOOK_EVERY_MS);
    lock = takeFileLock(join(lockFolder, 'build.lock'));
  }
  try {
    const sources = await fingerprint();
    if ((await stampOf()) !== sources) await build(sources);
  } finally {
    lock.release();
  }
}

async function build(sources: string): Promise<void> {
  console.log('Building Comboi ...');
  await rm(STAMP, { force: true });
  const program = join(ROOT, 'node_modules/@react-router/dev/bin.cjs');
  const builder = spawn(process.execPath, ['--import', ENDS_WITH_ITS_PARENT, program, 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // React chooses its production build by it.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const forward = (signal: NodeJS.Signals): void => void builder.kill(signal);
  process.once('SIGTERM', forward).once('SIGINT', forward);
  const [code] = (await once(builder, 'exit')) as [number | null];
  process.off('SIGTERM', forward).off('SIGINT', forward);
  if (code !== 0) throw new Error('The build failed');
  await splitStyles(join(BUILD, 'client/assets'));
  await compressAssets(join(BUILD, 'client/assets'));
  await narrowServer(join(BUILD, 'server'));
  await writeFile(STAMP, sources);
}

async function stampOf(): Promise<string | null> {
  return readFile(STAMP, 'utf8').catch(() => null);
}

/** Contents, since times change with every checkout. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const path of await sourceFiles()) hash.update(`${relative(ROOT, path)}\0`).update(await readFile(path)).update('\0');
  return hash.digest('hex');
}

async function sourceFiles(): Promise<string[]> {
  const files: string[] = [];
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (/\.\w+$/.test(source)) files.push(path);
    else if (existsSync(path)) {
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(join(entry.parentPath, entry.name));
      }
    }
  }
  return files.toSorted();
}

if (import.meta.main) {
  try {
    await buildIfNeeded();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EROFS'))) throw error;
    console.error('The build is not of these sources, and this user may not write it: run `npm run build` as the owner of this folder.');
    process.exitCode = 1;
  }
}
