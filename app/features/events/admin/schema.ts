import { z } from 'zod';

import { MENU_TEXTS } from '#app/domain/event/event-draft.ts';
import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { answerShape, bodyShape } from '#app/platform/http/record-schema.ts';

/** Amounts in cents. */
const choice = z.object({
  id: z.string().max(60).nullish().transform((id) => id ?? null),
  name: z.string({ error: MENU_TEXTS.itemName }),
  emoji: z.string({ error: MENU_TEXTS.emoji }).nullish().transform((emoji) => emoji ?? '🍽️'),
  pricePublic: z.int({ error: MENU_TEXTS.itemPrice }),
  priceMember: z.int({ error: MENU_TEXTS.itemPrice }).nullish().transform((price) => price ?? null),
  priceCommission: z.int({ error: MENU_TEXTS.itemPrice }).nullish().transform((price) => price ?? null),
});

const dish = choice.extend({ places: z.int({ error: MENU_TEXTS.places }).nullish().transform((places) => places ?? null) });

const section = z.object({
  id: z.string({ error: MENU_TEXTS.menuWithoutName }).max(60).nullish().transform((id) => id ?? null),
  name: z.string({ error: MENU_TEXTS.menuWithoutName }),
  required: z.boolean().default(true),
  maxSelection: z.int({ error: MENU_TEXTS.maxSelection }).default(1),
  items: z.array(dish, { error: MENU_TEXTS.noItems }),
});

export const eventBodySchema = z.object({
  ...bodyShape(EVENT_FIELDS),
  sections: z.array(section).default([]),
  options: z.array(choice).default([]),
});

const choiceAnswer = z.object({
  id: z.string(),
  name: z.string(),
  emoji: z.string(),
  pricePublic: z.int(),
  priceMember: z.int().nullable(),
  priceCommission: z.int().nullable(),
});

/** `taken`: of the places; null without a limit. */
const dishAnswer = choiceAnswer.extend({ places: z.int().nullable(), taken: z.int().nullable() });

export const editedEventSchema = z.object({
  id: z.int(),
  version: z.int(),
  sold: z.int(),
  ...answerShape(EVENT_FIELDS),
  sections: z.array(z.object({ id: z.string(), name: z.string(), required: z.boolean(), maxSelection: z.int(), items: z.array(dishAnswer) })),
  options: z.array(choiceAnswer),
});

export const createdEventSchema = z.object({ id: z.int(), version: z.int() });
export const savedEventSchema = z.object({ version: z.int() });

export type EventBody = z.output<typeof eventBodySchema>;
export type EditedEvent = z.output<typeof editedEventSchema>;
