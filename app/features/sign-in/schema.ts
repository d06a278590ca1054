import { z } from 'zod';

import { MAX_PASSWORD_UNITS } from '#app/domain/people/password.ts';
import { isStorableText } from '#app/domain/plain-text.ts';
import { RIGHTS } from '#app/domain/people/rights.ts';
import { ROLES } from '#app/domain/people/roles.ts';

const MAX_EMAIL = 254;

export const credentialsSchema = z.object({
  email: z.string().max(MAX_EMAIL).refine(isStorableText),
  password: z.string().max(MAX_PASSWORD_UNITS),
});

export const passwordSchema = credentialsSchema.pick({ password: true });

/** Null for a guest. */
export const sessionSchema = z.object({ person: z.object({ name: z.string(), role: z.enum(ROLES), rights: z.array(z.enum(RIGHTS)) }).nullable() });
