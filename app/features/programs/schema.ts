import { z } from 'zod';

import { SCOPES } from '#app/domain/programs/scopes.ts';

const eventId = z.int().positive().max(2_147_483_647);

export const newTokenSchema = z.object({
  name: z.string('Posa-li un nom').trim().min(1, 'Posa-li un nom').max(80, 'Com a molt 80 caràcters'),
  scopes: z.array(z.enum(SCOPES, 'No és cap permís'), 'Tria almenys un permís').min(1, 'Tria almenys un permís').max(SCOPES.length),
  eventIds: z.array(eventId, "Han de ser números d'actes").max(50, 'Com a molt 50 actes').nullish(),
  expiresAt: z.iso.datetime({ offset: true, error: 'Ha de ser un instant, com 2027-03-19T22:00:00Z' }).nullish(),
});
export const madeTokenSchema = z.object({ id: z.string(), token: z.string() });

export const tokenListSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(z.enum(SCOPES)),
      events: z.array(z.string()).nullable(),
      makerName: z.string(),
      createdAt: z.string(),
      expiresAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      state: z.enum(['open', 'expired', 'revoked', 'maker_lost_right']),
    }),
  ),
});
