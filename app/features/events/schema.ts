import { z } from 'zod';

import { ALLERGENS, DIETS } from '#app/domain/food/allergens.ts';
import { VISIBILITIES } from '#app/domain/people/roles.ts';

/** Amounts in cents at the caller's own prices. */
export const saleStatusSchema = z.enum(['open', 'closed', 'soldout']);

export const eventSummarySchema = z.object({
  id: z.int(),
  title: z.string(),
  /** YYYY-MM-DD in Europe/Madrid. */
  date: z.string(),
  /** "15 de març, 2027" */
  dateText: z.string(),
  /** HH:MM in Europe/Madrid. */
  time: z.string(),
  /** HH:MM; of the following day where it is earlier than `time`. */
  endTime: z.string().nullable(),
  location: z.string().nullable(),
  description: z.string(),
  /** 'Preu de referència' in cents. */
  price: z.int(),
  image: z.string(),
  /** Absolute address. */
  picture: z.string(),
  visibility: z.enum(VISIBILITIES),
  saleStatus: saleStatusSchema,
  available: z.boolean(),
  unavailableReason: z.string().nullable(),
  /** Null: on sale from the beginning. */
  saleStart: z.string().nullable(),
  /** YYYY-MM-DD, inclusive, in Europe/Madrid. */
  saleEndDate: z.string().nullable(),
  maxTickets: z.int().nullable(),
  remaining: z.int().nullable(),
});

export const menuChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  emoji: z.string(),
  price: z.int(),
  /** Of annex II of Regulation (EU) 1169/2011; null where nobody said. */
  allergens: z.array(z.enum(ALLERGENS)).nullable(),
  diets: z.array(z.enum(DIETS)),
});

export const menuDishSchema = menuChoiceSchema.extend({ remaining: z.int().nullable() });

export const menuSectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  required: z.boolean(),
  maxSelection: z.int(),
  items: z.array(menuDishSchema),
});

export const eventDetailSchema = eventSummarySchema.extend({
  /** Whether orders may name a colla. */
  groups: z.boolean(),
  /** Tickets at the reduced price that one account may buy; null: any number. */
  memberQuota: z.int().nullable(),
  sections: z.array(menuSectionSchema),
  options: z.array(menuChoiceSchema),
});

/** Only while few are left: of the event (null: many, or no limit), and by dish id. */
export const livePlacesSchema = z.object({
  remaining: z.int().nullable(),
  dishes: z.record(z.string(), z.int()),
  /** Incremented by each edit of an admin. */
  version: z.int(),
});

export const eventListSchema = z.object({ events: z.array(eventSummarySchema) });

export type EventSummary = z.infer<typeof eventSummarySchema>;
export type EventDetail = z.infer<typeof eventDetailSchema>;
export type LivePlaces = z.infer<typeof livePlacesSchema>;
