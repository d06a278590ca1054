import { z } from 'zod';

import { checkField, choiceField, countField, dateField, emojiField, moneyField, optional, textField, timeField } from '#app/design/admin-kit/form/field-schema.ts';
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

/** Spec §2 and §5. `from`: the event whose menus are copied. */
export const eventForm = z
  .object({
    version: z.string().optional(),
    from: z.string().optional(),
    title: textField({ required: EVENT_TEXTS.title, max: MAX_TITLE }),
    image: emojiField({ required: EVENT_TEXTS.image }),
    date: dateField({ required: EVENT_TEXTS.date }),
    time: timeField({ required: "Escriu l'hora" }),
    endTime: optional(timeField({ required: '' })),
    location: optional(textField({ required: '', max: MAX_LOCATION })),
    description: textField({ required: EVENT_TEXTS.description, max: MAX_DESCRIPTION }),
    price: moneyField({ required: EVENT_TEXTS.price }),
    visibility: choiceField(VISIBILITIES, EVENT_TEXTS.visibility),
    saleStartDate: optional(dateField({ required: '' })),
    saleStartTime: optional(timeField({ required: '' })),
    saleEndDate: optional(dateField({ required: '' })),
    maxTickets: optional(countField({ required: '', min: 0, max: MAX_TICKETS_OF_EVENT })),
    kitchenDate: optional(dateField({ required: '' })),
    kitchenTime: optional(timeField({ required: '' })),
    exitReentry: checkField(),
    kitchenService: checkField(),
    givingAllowed: checkField(),
    waitingList: checkField(),
    tellHolders: checkField(),
  })
  .refine(({ saleStartDate, saleStartTime }) => saleStartTime === null || saleStartDate !== null, { path: ['saleStartDate'], error: EVENT_TEXTS.date })
  .refine(({ kitchenDate, kitchenTime }) => kitchenTime === null || kitchenDate !== null, { path: ['kitchenDate'], error: EVENT_TEXTS.date })
  .refine(({ time, endTime }) => endTime !== time, { path: ['endTime'], error: EVENT_TEXTS.endTime })
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

/** Empty lists are not sent at all. */
export const menuForm = z.object({
  version: z.string(),
  sections: z.array(section).max(MAX_SECTIONS).default([]),
  options: z.array(choice).max(MAX_OPTIONS).default([]),
});

export type EventFormValue = z.output<typeof eventForm>;
export type MenuFormValue = z.output<typeof menuForm>;
