import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { assertOwnDataFolder } from './data-folder-owner.server.ts';

const US = process.geteuid!();

async function aFolder(...inside: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comboi-owner-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of inside) await mkdir(join(folder, name));
  return folder;
}

test.each([['that is empty', []], ['that the server has used', ['files', 'backups']]])('a folder %s is for the user that it belongs to', async (_what, inside) => {
  const folder = await aFolder(...inside);
  await expect(assertOwnDataFolder(folder, US)).resolves.toBeUndefined();
  await expect(assertOwnDataFolder(folder, US + 1)).rejects.toThrow(`is another user's (number ${US})`);
});

test('a folder that is not there yet is for everybody', async () => {
  await expect(assertOwnDataFolder(join(await aFolder(), 'later'), US + 1)).resolves.toBeUndefined();
});
