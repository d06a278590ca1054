import { createHmac } from 'node:crypto';

import { openText, sealText } from '#app/platform/adapters/sealed-text.server.ts';
import type { Deps } from '#app/platform/deps.server.ts';

const SECRET_USE = 'webhook secret';

export async function sealWebhookSecret(deps: Pick<Deps, 'keys'>, secret: string): Promise<string> {
  return sealText(deps.keys, SECRET_USE, secret);
}

export async function openWebhookSecret(deps: Pick<Deps, 'keys'>, sealed: string): Promise<string> {
  return openText(deps.keys, SECRET_USE, sealed);
}

/** https://www.standardwebhooks.com: the id, the second and the body, by HMAC-SHA256 of the secret's bytes. */
export function signedHeaders(secret: string, message: { id: string; at: Date; body: string }): Record<string, string> {
  const seconds = String(Math.floor(message.at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64');
  return { 'webhook-id': message.id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
