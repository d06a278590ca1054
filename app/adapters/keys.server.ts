import { createHmac } from 'node:crypto';

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
  return {
    derive,
    sign: (use, text) => createHmac('sha256', derive(use)).update(text).digest('base64url'),
  };
}
