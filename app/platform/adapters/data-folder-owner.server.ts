import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

/** Made by whoever runs the server; the folder itself where nobody has run it yet. */
const MADE_BY_THE_SERVER = ['comboi.lock', 'files', 'backups', ''];

/** What one user leaves in another one's folder, root above all, the server can neither read nor thin out. */
export async function assertOwnDataFolder(dataDir: string, user: number | undefined = process.geteuid?.()): Promise<void> {
  if (user === undefined) return;
  for (const name of MADE_BY_THE_SERVER) {
    const owner = await stat(join(dataDir, name)).then(({ uid }) => uid, () => null);
    if (owner === null) continue;
    if (owner === user) return;
    throw new StartRefusal(`DATA_DIR ${dataDir} is another user's (number ${owner}): call this as the user that runs the server, as in \`runuser -u comboi -- …\`.`);
  }
}
