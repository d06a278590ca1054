import { passkeyNameSchema } from '../schema.ts';

/** Null for an invalid name. */
export function parsePasskeyName(typed: string): string | null {
  const read = passkeyNameSchema.safeParse(typed);
  return read.success ? read.data : null;
}
