import { passkeyNameSchema } from '../schema.ts';

/** Null for a name that can't be kept. */
export function passkeyNameOf(typed: string): string | null {
  const read = passkeyNameSchema.safeParse(typed);
  return read.success ? read.data : null;
}
