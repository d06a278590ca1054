import { z } from 'zod';

import { isStorableText } from '#app/domain/plain-text.ts';

/** Twice the longest password: a character may take two code units. */
export const MAX_PASSWORD_UNITS = 256;
const MAX_EMAIL = 254;

export const credentialsSchema = z.object({
  email: z.string().max(MAX_EMAIL).refine(isStorableText),
  password: z.string().max(MAX_PASSWORD_UNITS),
});
