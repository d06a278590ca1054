import { z } from 'zod';

import { checkField, optional } from '#app/design/admin-kit/form/field-schema.ts';
import { formShape, recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { pictureFields } from '#app/design/admin-kit/images/image-fields.ts';
import { dayProblems, EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { CHOICE_FIELDS, DISH_FIELDS, MAX_ITEMS, MAX_OPTIONS, MAX_SECTIONS, NO_ITEMS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';

/** `from`: id of the event to copy. `sure`: what was doubtful is meant. */
export const eventForm = recordForm(EVENT_FIELDS, { more: { version: z.string().optional(), from: z.string().optional(), notifyHolders: checkField(), sure: checkField(), ...pictureFields() }, rules: dayProblems });

const id = optional(z.string().max(60));
const choice = z.object({ id, ...formShape(CHOICE_FIELDS) });
const dish = z.object({ id, ...formShape(DISH_FIELDS) });
const section = z.object({ id, ...formShape(SECTION_FIELDS), items: z.array(dish, { error: NO_ITEMS }).min(1, NO_ITEMS).max(MAX_ITEMS) });

/** Browsers do not send empty lists. */
export const menuForm = z.object({
  version: z.string(),
  sections: z.array(section).max(MAX_SECTIONS).default([]),
  options: z.array(choice).max(MAX_OPTIONS).default([]),
});
