import { z } from 'zod';

import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { CHOICE_FIELDS, DISH_FIELDS, NO_ITEMS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import { answerShape, bodyShape } from '#app/platform/http/record-schema.ts';

const id = itemId();
const dish = z.object({ id, ...bodyShape(DISH_FIELDS) });
const section = z.object({ id: itemId(SECTION_FIELDS.name.wrong), ...bodyShape(SECTION_FIELDS), items: z.array(dish, { error: NO_ITEMS }) });

/** Amounts in cents. */
export const eventBodySchema = z.object({
  ...bodyShape(EVENT_FIELDS),
  sections: z.array(section).default([]),
  options: z.array(z.object({ id, ...bodyShape(CHOICE_FIELDS) })).default([]),
});

const choiceAnswer = z.object({ id: z.string(), ...answerShape(CHOICE_FIELDS) });

/** `taken`: sold places; null without a limit. */
const dishAnswer = z.object({ id: z.string(), ...answerShape(DISH_FIELDS), taken: z.int().nullable() });

export const editedEventSchema = z.object({
  id: z.int(),
  version: z.int(),
  sold: z.int(),
  ...answerShape(EVENT_FIELDS),
  sections: z.array(z.object({ id: z.string(), ...answerShape(SECTION_FIELDS), items: z.array(dishAnswer) })),
  options: z.array(choiceAnswer),
});

export const createdEventSchema = z.object({ id: z.int(), version: z.int() });
export const savedEventSchema = z.object({ version: z.int() });

function itemId(wrong?: string) {
  return z.string(wrong).max(60).nullish().transform((known) => known ?? null);
}

export type EventBody = z.output<typeof eventBodySchema>;
export type EditedEvent = z.output<typeof editedEventSchema>;
