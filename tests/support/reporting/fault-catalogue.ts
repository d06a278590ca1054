import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** A row of docs/faults.md. */
export interface Fault {
  row: string;
  what: string;
  tests: { file: string; named: string }[];
}

export function faultCatalogue(): Fault[] {
  const rows = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\| ([A-N]\d+) \| (.*?) \| (.*?) \| (.*?) ?\|$/gm);
  return [...rows].map(([, row, what, tests]) => ({
    row: row!,
    what: what!,
    tests: tests!.split('<br>').map((one) => {
      const [, place, named] = /^`(.+?)` (.+)$/.exec(one.trim()) ?? [];
      if (place === undefined || named === undefined) throw new Error(`docs/faults.md names no test in row ${row}: ${one}`);
      return { file: fileOf(place), named };
    }),
  }));
}

/** What a test file says, to look for the names of its tests. */
export function wordsOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function fileOf(place: string): string {
  const files = [`tests/${place}.test.ts`, `app/${place}.app.test.ts`, `app/${place}.test.ts`, `app/${place}.test.tsx`];
  const file = files.find((one) => existsSync(join(ROOT, one)));
  if (file === undefined) throw new Error(`docs/faults.md names a file that is not there: ${place}`);
  return file;
}
