import { z } from 'zod';

import { checkField, choiceField, countField, dateField, emojiField, moneyField, optional, textField, timeField } from '#app/admin-kit/form/field-schema.ts';
import {
  EVENT_TEXTS,
  MAX_DESCRIPTION,
  MAX_ITEMS,
  MAX_LOCATION,
  MAX_MENU_NAME,
  MAX_OPTIONS,
  MAX_SECTIONS,
  MAX_TICKETS_OF_EVENT,
  MAX_TITLE,
} from '#app/domain/event/event-draft.ts';
import { VISIBILITIES } from '#app/domain/people/roles.ts';

/** The event form (spec §2, §5). `from`: the event whose menus are copied into a new one. */
export const eventForm = z
  .object({
    version: z.string().optional(),
    from: z.string().optional(),
    title: textField({ required: EVENT_TEXTS.title, max: MAX_TITLE }),
    image: emojiField({ required: EVENT_TEXTS.image }),
    date: dateField({ required: EVENT_TEXTS.date }),
    time: timeField({ required: "Escriu l'hora" }),
    location: optional(textField({ required: '', max: MAX_LOCATION })),
    description: textField({ required: EVENT_TEXTS.description, max: MAX_DESCRIPTION }),
    price: moneyField({ required: EVENT_TEXTS.price }),
    visibility: choiceField(VISIBILITIES, EVENT_TEXTS.visibility),
    saleEndDate: optional(dateField({ required: '' })),
    maxTickets: optional(countField({ required: '', min: 0, max: MAX_TICKETS_OF_EVENT })),
    tellHolders: checkField(),
  })
  .refine(({ date, saleEndDate }) => saleEndDate === null || saleEndDate <= date, { path: ['saleEndDate'], error: EVENT_TEXTS.saleEndDate });

const choice = z.object({
  id: optional(z.string().max(60)),
  name: textField({ required: EVENT_TEXTS.itemName, max: MAX_MENU_NAME }),
  emoji: optional(emojiField({ required: EVENT_TEXTS.emoji })),
  pricePublic: moneyField({ required: EVENT_TEXTS.itemPrice }),
  priceMember: optional(moneyField({ required: '' })),
  priceCommission: optional(moneyField({ required: '' })),
});

const dish = choice.extend({ places: optional(countField({ required: '', min: 0, max: MAX_TICKETS_OF_EVENT })) });

const section = z.object({
  id: optional(z.string().max(60)),
  name: textField({ required: EVENT_TEXTS.sectionName, max: MAX_MENU_NAME }),
  required: checkField(),
  maxSelection: countField({ required: EVENT_TEXTS.maxSelection, min: 1, max: MAX_ITEMS }),
  items: z.array(dish, { error: EVENT_TEXTS.noItems }).min(1, EVENT_TEXTS.noItems).max(MAX_ITEMS),
});

/** The menus editor: its lists may be empty, and are then not sent at all. */
export const menuForm = z.object({
  version: z.string(),
  sections: z.array(section).max(MAX_SECTIONS).default([]),
  options: z.array(choice).max(MAX_OPTIONS).default([]),
});

export type EventFormValue = z.output<typeof eventForm>;
export type MenuFormValue = z.output<typeof menuForm>;
