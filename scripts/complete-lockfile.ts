/** Adds the builds of native packages for other platforms, which some registries leave out of the lockfile and `npm ci` needs. `npm run lockfile`. */
import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'netbsd', 'openbsd', 'sunos', 'aix'];
const PROCESSORS: Record<string, string> = {
  arm: 'arm', armv7: 'arm', arm64: 'arm64', x64: 'x64', ia32: 'ia32', ppc64: 'ppc64', riscv64: 'riscv64', s390x: 's390x', loong64: 'loong64', wasm32: 'wasm32',
};

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockedPackage> };
let added = 0;
for (const [path, locked] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(path === '' ? {} : (locked.optionalDependencies ?? {}))) {
    const nested = `${path}/node_modules/${name}`;
    const place = `node_modules/${name}`;
    if (nested in lock.packages || place in lock.packages) continue;
    const platform = platformOf(name);
    if (platform === null || /[\^~*xX><|]/.test(version)) continue;
    lock.packages[place] = { version, ...(locked.dev === true && { dev: true }), optional: true, ...platform };
    added += 1;
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`package-lock.json: ${added} packages of other platforms added`);

/** '@napi-rs/canvas-linux-arm64-musl' -> linux, arm64, musl. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | null {
  const words = name.split(/[-/]/);
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = words.map((word) => PROCESSORS[word]).find((word) => word !== undefined);
  if (system === undefined || processor === undefined) {
    return processor === 'wasm32' ? { cpu: ['wasm32'] } : null;
  }
  const isMusl = words.includes('musl') || words.includes('musleabihf');
  const isGlibc = words.includes('gnu') || words.includes('gnueabihf');
  const libc = system === 'linux' && isMusl ? ['musl'] : system === 'linux' && isGlibc ? ['glibc'] : null;
  return { os: [system], cpu: [processor], ...(libc && { libc }) };
}
