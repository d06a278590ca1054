import { compactDecrypt, CompactEncrypt } from 'jose';

import type { Deps } from '#app/platform/deps.server.ts';

const SECRET_USE = 'second factor';
const CODE_USE = 'second factor code';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_LENGTH = 32;

export function newSecret(deps: Pick<Deps, 'ids'>): string {
  return `${deps.ids.token()}${deps.ids.token()}`.slice(0, SECRET_LENGTH);
}

export async function sealSecret(deps: Pick<Deps, 'keys'>, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(deps.keys.derive(SECRET_USE));
}

export async function openSecret(deps: Pick<Deps, 'keys'>, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, deps.keys.derive(SECRET_USE));
  return new TextDecoder().decode(plaintext);
}

/** Keyed with the server's secret: worthless to somebody who reads the table alone. */
export function hashOfRecoveryCode(deps: Pick<Deps, 'keys'>, userId: string, code: string): string {
  return deps.keys.sign(CODE_USE, `${userId}\n${code.replaceAll('-', '')}`);
}
