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
  const rows = readFileSync(join(ROOT, 'docs/faults.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) \| (.*?) \| (.*?) \| (.*?) ?\|$/gm);
  return [...rows].map(([, row, what, tests]) => ({
    row: row!,
    what: what!,
    tests: tests!.split('<br>').map((one) => {
      const [, place, named] = /^`(.+?)` (.+)$/.exec(one.trim()) ?? [];
      return { file: fileOf(place ?? one), named: named ?? one };
    }),
  }));
}

/** What a test file says, to look for the names of its tests. */
export function wordsOf(file: string): string {
  return existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '';
}

function fileOf(place: string): string {
  const files = [`tests/${place}.test.ts`, `app/${place}.app.test.ts`, `app/${place}.test.ts`, `app/${place}.test.tsx`];
  return files.find((one) => existsSync(join(ROOT, one))) ?? place;
}
