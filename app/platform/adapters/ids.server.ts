import { randomBytes, randomUUID } from 'node:crypto';

import { GROUP_CODE_ALPHABET, GROUP_CODE_LENGTH } from '#app/domain/groups/event-group.ts';
import { VOUCHER_CODE_LENGTH } from '#app/domain/vouchers/voucher-code.ts';

export interface Ids {
  uuid(): string;
  /** 26 characters of upper-case base32, 130 bits. */
  ticket(): string;
  token(): string;
  /** Six characters without look-alikes, 30 bits. */
  groupCode(): string;
  /** `cmb_` and 32 characters, 160 bits. */
  apiToken(): string;
  /** `whsec_` and 256 bits, as Standard Webhooks writes them. */
  webhookSecret(): string;
  /** Ten of the same characters, 50 bits. */
  voucherCode(): string;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const TICKET_ID_LENGTH = 26;
const API_TOKEN_LENGTH = 32;
const WEBHOOK_SECRET_BYTES = 32;

/** Of as many characters as divide 256, so that none is likelier. */
function randomText(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  ticket: () => randomText(BASE32, TICKET_ID_LENGTH),
  token: () => randomText(BASE32, TICKET_ID_LENGTH),
  groupCode: () => randomText(GROUP_CODE_ALPHABET, GROUP_CODE_LENGTH),
  voucherCode: () => randomText(GROUP_CODE_ALPHABET, VOUCHER_CODE_LENGTH),
  apiToken: () => `cmb_${randomText(BASE32, API_TOKEN_LENGTH).toLowerCase()}`,
  webhookSecret: () => `whsec_${randomBytes(WEBHOOK_SECRET_BYTES).toString('base64')}`,
};

const SECRET_BYTES = 48;

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const SALT_BYTES = 16;

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}
