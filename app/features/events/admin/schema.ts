import { z } from 'zod';

import { EVENT_TEXTS } from '#app/domain/event/event-draft.ts';
import { VISIBILITIES } from '#app/domain/people/roles.ts';

/** Amounts in cents. */
const choice = z.object({
  id: z.string().max(60).nullish().transform((id) => id ?? null),
  name: z.string({ error: EVENT_TEXTS.itemName }),
  emoji: z.string({ error: EVENT_TEXTS.emoji }).nullish().transform((emoji) => emoji ?? '🍽️'),
  pricePublic: z.int({ error: EVENT_TEXTS.itemPrice }),
  priceMember: z.int({ error: EVENT_TEXTS.itemPrice }).nullish().transform((price) => price ?? null),
  priceCommission: z.int({ error: EVENT_TEXTS.itemPrice }).nullish().transform((price) => price ?? null),
});

const dish = choice.extend({ places: z.int({ error: EVENT_TEXTS.places }).nullish().transform((places) => places ?? null) });

const section = z.object({
  id: z.string({ error: EVENT_TEXTS.menuWithoutName }).max(60).nullish().transform((id) => id ?? null),
  name: z.string({ error: EVENT_TEXTS.menuWithoutName }),
  required: z.boolean().default(true),
  maxSelection: z.int({ error: EVENT_TEXTS.maxSelection }).default(1),
  items: z.array(dish, { error: EVENT_TEXTS.noItems }),
});

function instant(error: string): z.ZodType<string, string> {
  return z.iso.datetime({ offset: true, error }).transform((text) => new Date(text).toISOString());
}

export const eventBodySchema = z.object({
  title: z.string({ error: EVENT_TEXTS.title }),
  /** YYYY-MM-DD and HH:MM in Europe/Madrid. */
  date: z.string({ error: EVENT_TEXTS.date }),
  time: z.string({ error: EVENT_TEXTS.time }),
  location: z.string().nullish().transform((text) => (text ?? '').trim() || null),
  description: z.string({ error: EVENT_TEXTS.description }),
  price: z.int({ error: EVENT_TEXTS.price }),
  image: z.string({ error: EVENT_TEXTS.image }),
  visibility: z.enum(VISIBILITIES, { error: EVENT_TEXTS.visibility }).default('public'),
  /** HH:MM, of the day after where it is earlier than `time`. */
  endTime: z.string({ error: EVENT_TEXTS.endTime }).nullish().transform((time) => time ?? null),
  /** RFC 3339 */
  saleStart: instant(EVENT_TEXTS.saleStart).nullish().transform((start) => start ?? null),
  /** RFC 3339. What is not said stays as it is. */
  kitchenDeadline: instant(EVENT_TEXTS.kitchenDeadline).nullish(),
  saleEndDate: z.string({ error: EVENT_TEXTS.saleEndDate }).nullish().transform((date) => date ?? null),
  maxTickets: z.int({ error: EVENT_TEXTS.maxTickets }).nullish().transform((count) => count ?? null),
  /** What is left out stays as it is. */
  door: z.object({ exitReentry: z.boolean(), kitchenService: z.boolean() }).optional(),
  /** Whether tickets can be given to somebody else by a link. What is not said stays as it is. */
  givingAllowed: z.boolean().optional(),
  waitingList: z.boolean().optional(),
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
  title: z.string(),
  date: z.string(),
  time: z.string(),
  location: z.string().nullable(),
  description: z.string(),
  price: z.int(),
  image: z.string(),
  visibility: z.enum(VISIBILITIES),
  endTime: z.string().nullable(),
  saleStart: z.string().nullable(),
  kitchenDeadline: z.string().nullable(),
  saleEndDate: z.string().nullable(),
  maxTickets: z.int().nullable(),
  door: z.object({ exitReentry: z.boolean(), kitchenService: z.boolean() }),
  givingAllowed: z.boolean(),
  waitingList: z.boolean(),
  sections: z.array(z.object({ id: z.string(), name: z.string(), required: z.boolean(), maxSelection: z.int(), items: z.array(dishAnswer) })),
  options: z.array(choiceAnswer),
});

export const createdEventSchema = z.object({ id: z.int(), version: z.int() });
export const savedEventSchema = z.object({ version: z.int() });

export type EventBody = z.output<typeof eventBodySchema>;
export type EditedEvent = z.output<typeof editedEventSchema>;
