import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProductFile {
  path: string;
  code: string;
  /** Those that are not empty. */
  lines: number;
}

/** What runs for the site's visitors and staff: the app without its tests. */
export function productFiles(): ProductFile[] {
  return readdirSync('app', { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const code = readFileSync(path, 'utf8');
      return { path, code, lines: code.split('\n').filter((line) => line.trim() !== '').length };
    });
}
