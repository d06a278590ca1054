import { z } from 'zod';

import { choiceField, optional, textField, typedField } from '#app/design/admin-kit/form/field-schema.ts';
import { readWebAddress } from '#app/domain/site/contact-fields.ts';
import { BLOCK_KINDS, MAX_BLOCK_ITEMS } from '#app/domain/site/home-block.ts';

export const addForm = z.object({ kind: choiceField(BLOCK_KINDS, 'Tria què vols afegir') });

export const blockForm = z.object({
  version: z.string(),
  title: textField({ required: 'Escriu el títol', max: 80 }),
  intro: optional(textField({ required: '', max: 600 })),
  items: z
    .array(
      z.object({
        id: optional(z.string().max(60)),
        text: textField({ required: 'No pot quedar buit', max: 80 }),
        detail: optional(textField({ required: '', max: 600 })),
        url: optional(typedField(readWebAddress)),
      }),
    )
    .max(MAX_BLOCK_ITEMS, `Com a màxim ${MAX_BLOCK_ITEMS}`),
});
