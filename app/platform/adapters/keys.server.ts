import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Keys that can't stand in for each other, all from the server's one secret. */
export interface Keys {
  derive(use: string): Buffer;
  /** What only the server can make of a text, for one use; base64url. */
  sign(use: string, text: string): string;
}

export function createKeys(secret: string): Keys {
  function derive(use: string): Buffer {
    return createHmac('sha256', secret).update(use).digest();
  }
  const signing = new Map<string, KeyObject>();
  function signingKey(use: string): KeyObject {
    const key = signing.get(use) ?? createSecretKey(derive(use));
    signing.set(use, key);
    return key;
  }
  return {
    derive,
    sign: (use, text) => createHmac('sha256', signingKey(use)).update(text).digest('base64url'),
  };
}
