import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import type { CheckpointName } from '#app/platform/adapters/checkpoint.server.ts';
import { boughtOnline, eventOnline, orderOnline } from '#tests/support/people/online-buyers.ts';
import { startServerOnShared } from '#tests/support/process/shared-server.ts';
import { removeDataDir, temporaryFolder } from '#tests/support/process/temporary-folder.ts';

const CONCERT = 'Concert de la nit del foc';
const PLACE: CheckpointName = 'after-place-before-session';
const SWITCHES = ['STOP_AT', 'CHECKPOINT', 'COMBOI_STOP_AT', 'COMBOI_CHECKPOINT', 'COMBOI_CHECKPOINTS'];

test('a server of the tests stops at a checkpoint until it is let go', async () => {
  await using server = await startServerOnShared({ stopAt: PLACE });
  const placed = orderOnline(server.url, { event: await eventOnline(server.url, CONCERT), key: 'stopped-at-a-checkpoint' });
  await server.says(new RegExp(`at ${PLACE}`));
  server.send('SIGUSR2');
  expect(await placed).toMatchObject({ status: 201 });
});

test('what ships stops nowhere, whatever its environment, its arguments and its folder say', async () => {
  const dataDir = await temporaryFolder();
  onTestFinished(() => removeDataDir(dataDir));
  for (const name of SWITCHES) await writeFile(join(dataDir, name.toLowerCase()), PLACE);
  const env = { NODE_ENV: 'test', ...Object.fromEntries(SWITCHES.map((name) => [name, PLACE])) };
  const args = [PLACE, '--stop-at', PLACE, `--checkpoint=${PLACE}`, 'test'];
  await using server = await startServerOnShared({ through: 'node', dataDir, env, args });
  await boughtOnline(server.url, { event: CONCERT, email: 'ramon@example.com' });
  expect(server.output()).not.toContain(PLACE);
});
