import { z } from 'zod';

import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { visitorFields } from '#app/domain/fields/field.ts';
import { ALLERGENS, DIETS } from '#app/domain/food/allergens.ts';
import { answerShape } from '#app/platform/http/record-schema.ts';

/** Amounts in cents at the caller's own prices. */
export const saleStatusSchema = z.enum(['open', 'closed', 'soldout']);

export const VISIBLE_EVENT_FIELDS = visitorFields(EVENT_FIELDS);
export const ORDERING_FIELDS = { groups: EVENT_FIELDS.groups, memberQuota: EVENT_FIELDS.memberQuota };

/** `price`: 'Preu de referència' in cents. No `saleStart`: on sale from the beginning. `saleEndDate` is inclusive. */
export const eventSummarySchema = z.object({
  id: z.int(),
  ...answerShape(VISIBLE_EVENT_FIELDS),
  /** "15 de març, 2027" */
  dateText: z.string(),
  /** Absolute address. */
  picture: z.string(),
  saleStatus: saleStatusSchema,
  available: z.boolean(),
  unavailableReason: z.string().nullable(),
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
  ...answerShape(ORDERING_FIELDS),
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
