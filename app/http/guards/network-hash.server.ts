import { createHmac } from 'node:crypto';

import type { Deps } from '#app/deps.server.ts';

/** What may be kept of a network: tells one from another for whoever has the server's secret, and is no address. */
export async function hashOfNetwork({ auth }: Pick<Deps, 'auth'>, network: string): Promise<string> {
  const { secret } = await auth.$context;
  return createHmac('sha256', secret).update(`network\n${network}`).digest('base64url');
}
