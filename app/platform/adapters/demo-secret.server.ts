import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { newSecret } from './ids.server.ts';

export async function demoSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true });
  try {
    // 'wx': of two processes that start at once, one makes it and both read the same.
    await writeFile(file, newSecret(), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
