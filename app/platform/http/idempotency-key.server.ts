import type { Context } from 'hono';

import { Refusal } from './answers/refusal.server.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;

export function readIdempotencyKey({ req }: Pick<Context, 'req'>): string | null {
  const header = req.header('Idempotency-Key');
  if (header === undefined) return null;
  if (!IDEMPOTENCY_KEY.test(header)) throw new Refusal('INVALID_IDEMPOTENCY_KEY');
  return header;
}
