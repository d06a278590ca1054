import { createHmac } from 'node:crypto';

import { compactDecrypt, CompactEncrypt } from 'jose';

import type { Deps } from '#app/platform/deps.server.ts';

const SECRET_USE = 'webhook secret';

export async function sealWebhookSecret(deps: Pick<Deps, 'keys'>, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(deps.keys.derive(SECRET_USE));
}

export async function openWebhookSecret(deps: Pick<Deps, 'keys'>, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, deps.keys.derive(SECRET_USE));
  return new TextDecoder().decode(plaintext);
}

/** https://www.standardwebhooks.com: the id, the second and the body, by HMAC-SHA256 of the secret's bytes. */
export function signedHeaders(secret: string, message: { id: string; at: Date; body: string }): Record<string, string> {
  const seconds = String(Math.floor(message.at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${message.id}.${seconds}.${message.body}`).digest('base64');
  return { 'webhook-id': message.id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
