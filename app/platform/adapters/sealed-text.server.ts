import { compactDecrypt, CompactEncrypt } from 'jose';

import type { Keys } from './keys.server.ts';

/** What the database may hold and only the server reads, for one use. */
export async function sealText(keys: Keys, use: string, text: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(keys.derive(use));
}

export async function openText(keys: Keys, use: string, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, keys.derive(use));
  return new TextDecoder().decode(plaintext);
}
