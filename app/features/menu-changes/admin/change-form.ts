import { z } from 'zod';

import { optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { TENDERS } from '#app/domain/till/tender.ts';

export const SETTLEMENTS = [...TENDERS, 'forgiven'] as const;

/** The dishes are read beside it, as swaps. */
export const changeForm = z.object({
  dish: z.array(z.string()).optional(),
  settle: z.enum(SETTLEMENTS).optional(),
  drawer: optional(textField({ required: '', max: 60 })),
  reason: optional(textField({ required: '', max: 200 })),
});
