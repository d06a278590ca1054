import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** V8 keeps the text of a program, and Node takes two bytes for each of its characters once one is beyond ASCII: those are escaped. */
export async function narrowServer(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.js')) continue;
    const path = join(folder, name);
    const code = await readFile(path, 'utf8');
    if (/\\[\u0080-\uffff]|\braw`[^`]*[\u0080-\uffff]/.test(code)) throw new Error(`${name} has a character beyond ASCII where an escape would mean something else`);
    const narrow = code.replaceAll(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
    if (narrow !== code) await writeFile(path, narrow);
  }
}
