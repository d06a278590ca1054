import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { divideStyles, STAFF_MARK, staffSheetOf } from '../../app/platform/http/answers/staff-styles.ts';

const ROOT = join(import.meta.dirname, '../..');
const STAFF_FILES = /^app\/(design\/(admin-kit|ui\/plots)\/|features\/(closing|door-phone|event-day|kitchen|till)\/|features\/.*\/(admin|night|print|prints)\/)/;

/** The name of a class on the page: a mark, its own name and its file. */
export function styleName(name: string, file: string): string {
  const path = relative(ROOT, file.replace(/\?.*$/, ''));
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 6);
  return `${STAFF_FILES.test(path) ? STAFF_MARK : '_'}${name}_${hash}`;
}

/** The sheet of the build keeps the rules of every visitor; those of staff pages go into a sheet beside it. */
export async function splitStyles(assets: string): Promise<void> {
  for (const name of await readdir(assets)) {
    if (!/^style-[\w-]+\.css$/.test(name)) continue;
    const path = join(assets, name);
    const { site, staff } = divideStyles(await readFile(path, 'utf8'));
    if (staff === '') throw new Error(`${name} has no rules of staff pages`);
    await writeFile(path, site);
    await writeFile(staffSheetOf(path), staff);
  }
}
