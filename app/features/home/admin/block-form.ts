import { z } from 'zod';

import { choiceField, optional } from '#app/design/admin-kit/form/field-schema.ts';
import { formShape, recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { BLOCK_FIELDS, ITEM_FIELDS } from '#app/domain/site/home-block-fields.ts';
import { BLOCK_KINDS, MAX_BLOCK_ITEMS } from '#app/domain/site/home-block.ts';

export const addForm = z.object({ kind: choiceField(BLOCK_KINDS, 'Tria què vols afegir') });

const item = z.object({ id: optional(z.string().max(60)), ...formShape(ITEM_FIELDS) });

export const blockForm = recordForm(BLOCK_FIELDS, { more: { version: z.string(), items: z.array(item).max(MAX_BLOCK_ITEMS, `Com a màxim ${MAX_BLOCK_ITEMS}`) } });
