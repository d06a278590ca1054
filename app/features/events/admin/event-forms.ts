import { z } from 'zod';

import { checkField, countField, emojiField, moneyField, optional, textField } from '#app/design/admin-kit/form/field-schema.ts';
import { recordForm } from '#app/design/admin-kit/form/record-form.ts';
import { MAX_ITEMS, MAX_MENU_NAME, MAX_OPTIONS, MAX_SECTIONS, MENU_TEXTS } from '#app/domain/event/event-draft.ts';
import { dayProblems, EVENT_FIELDS, MAX_TICKETS_OF_EVENT } from '#app/domain/event/event-fields.ts';

/** `from`: the event whose menus are copied. */
export const eventForm = recordForm(EVENT_FIELDS, { more: { version: z.string().optional(), from: z.string().optional(), tellHolders: checkField() }, rules: dayProblems });

const choice = z.object({
  id: optional(z.string().max(60)),
  name: textField({ required: MENU_TEXTS.itemName, max: MAX_MENU_NAME }),
  emoji: optional(emojiField({ required: MENU_TEXTS.emoji })),
  pricePublic: moneyField({ required: MENU_TEXTS.itemPrice }),
  priceMember: optional(moneyField({ required: '' })),
  priceCommission: optional(moneyField({ required: '' })),
});

const dish = choice.extend({ places: optional(countField({ required: '', min: 0, max: MAX_TICKETS_OF_EVENT })) });

const section = z.object({
  id: optional(z.string().max(60)),
  name: textField({ required: MENU_TEXTS.sectionName, max: MAX_MENU_NAME }),
  required: checkField(),
  maxSelection: countField({ required: MENU_TEXTS.maxSelection, min: 1, max: MAX_ITEMS }),
  items: z.array(dish, { error: MENU_TEXTS.noItems }).min(1, MENU_TEXTS.noItems).max(MAX_ITEMS),
});

/** Empty lists are not sent at all. */
export const menuForm = z.object({
  version: z.string(),
  sections: z.array(section).max(MAX_SECTIONS).default([]),
  options: z.array(choice).max(MAX_OPTIONS).default([]),
});

export type MenuFormValue = z.output<typeof menuForm>;
