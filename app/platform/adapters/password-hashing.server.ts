import crypto from 'node:crypto';

import { StartRefusal } from '#app/platform/start-refusal.server.ts';

import { newSalt } from './ids.server.ts';

/** OWASP's parameters for Argon2id; memory in KiB. */
const MEMORY = 19_456;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const OURS = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=${LANES}$`;

export async function hashPassword(password: string): Promise<string> {
  const salt = newSalt();
  return `${OURS}${unpadded(salt)}$${unpadded(await argon2id(password, salt))}`;
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  if (!hash.startsWith(OURS)) return verifyScrypt(hash, password);
  const [salt = '', stored = ''] = hash.slice(OURS.length).split('$');
  return crypto.timingSafeEqual(await argon2id(password, Buffer.from(salt, 'base64')), Buffer.from(stored, 'base64'));
}

export function needsRehash(hash: string): boolean {
  return !hash.startsWith(OURS);
}

export function assertCanHash(): void {
  // Asked of the module object: an older Node would not even link a named import.
  if (typeof crypto.argon2 !== 'function') throw new StartRefusal(`Comboi needs Node 24.7 or newer; this is ${process.version}.`);
}

/** Members' old hashes: salt and key in hex; the salt goes in as that text. */
function verifyScrypt(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  return new Promise((resolve, reject) => {
    crypto.scrypt(password.normalize('NFKC'), salt, stored.length, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }, (error, derived) =>
      error === null ? resolve(crypto.timingSafeEqual(derived, stored)) : reject(error),
    );
  });
}

function argon2id(password: string, nonce: Buffer): Promise<Buffer> {
  // Keyboards compose the same letters differently.
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    crypto.argon2('argon2id', { message, nonce, parallelism: LANES, tagLength: HASH_BYTES, memory: MEMORY, passes: PASSES }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
