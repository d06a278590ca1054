import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Debian's packages, and what of them is called. */
const PROGRAMS = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'util-linux': 'setpriv',
} as const;

const OLDEST_POSTGRES = 15;

export type Programs = Record<(typeof PROGRAMS)[keyof typeof PROGRAMS], string> & { postgres: string };

export interface Found {
  programs: Programs;
  /** Names of packages; where there is one, nothing can be played. */
  missing: string[];
}

export function findPrograms({ path, postgres }: { path: readonly string[]; postgres: string } = { path: ['/usr/sbin', '/usr/bin', '/sbin', '/bin'], postgres: '/usr/lib/postgresql' }): Found {
  const missing: string[] = [];
  const programs: Record<string, string> = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const found = path.map((folder) => join(folder, program)).find((file) => existsSync(file));
    if (found === undefined) missing.push(name);
    else programs[program] = found;
  }
  const majors = existsSync(postgres) ? readdirSync(postgres).map(Number).filter((major) => major >= OLDEST_POSTGRES) : [];
  const binaries = majors.toSorted((one, other) => other - one).map((major) => join(postgres, String(major), 'bin')).find((folder) => existsSync(join(folder, 'postgres')));
  if (binaries === undefined) missing.push('postgresql');
  else programs['postgres'] = binaries;
  return { programs: programs as Programs, missing };
}
