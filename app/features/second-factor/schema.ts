import { z } from 'zod';

import { isStorableText } from '#app/domain/plain-text.ts';

export const codeSchema = z.object({ code: z.string().max(40) });

/** Passed on as WebAuthn's JSON; the signed content is verified by the library. */
export const ceremonySchema = z.looseObject({ challenge: z.string() });

const credentialSchema = z.looseObject({ id: z.string().max(2000).refine(isStorableText) });

export const presentedPasskeySchema = z.object({ response: credentialSchema });

export const passkeyNameSchema = z.string().trim().min(1).max(60).refine(isStorableText);

export const newPasskeySchema = z.object({ name: passkeyNameSchema, response: credentialSchema });
