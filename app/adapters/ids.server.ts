import { randomBytes, randomUUID } from 'node:crypto';

/** The one place that reads randomness for names of things. */
export interface Ids {
  /** UUID v4: bearer id of an order, and the key of rows nobody sees. */
  uuid(): string;
  /** 26 characters of upper-case base32, 130 bits: a ticket's id, which is its QR. */
  ticket(): string;
  /** As long, for links that let somebody in. */
  token(): string;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const TICKET_ID_LENGTH = 26;

function base32(): string {
  return Array.from(randomBytes(TICKET_ID_LENGTH), (byte) => BASE32[byte % 32]).join('');
}

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  ticket: base32,
  token: base32,
};

const SECRET_BYTES = 48;

/** 64 characters that nobody can guess, for keys and passwords of the house itself. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const SALT_BYTES = 16;

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}
