import { z } from 'zod';

import { EVENT_FIELDS } from '#app/domain/event/event-fields.ts';
import { CHOICE_FIELDS, DISH_FIELDS, SECTION_FIELDS } from '#app/domain/event/menu-fields.ts';
import { fieldsMarked } from '#app/domain/fields/field.ts';
import { answerShape } from '#app/platform/http/record-schema.ts';

/** Amounts in cents at the caller's own prices. */
export const saleStatusSchema = z.enum(['open', 'closed', 'soldout']);

export const VISIBLE_EVENT_FIELDS = fieldsMarked(EVENT_FIELDS, 'forVisitors');
export const CALENDAR_FIELDS = fieldsMarked(EVENT_FIELDS, 'inCalendar');
export const VISIBLE_SECTION_FIELDS = fieldsMarked(SECTION_FIELDS, 'forVisitors');
export const VISIBLE_DISH_FIELDS = fieldsMarked(DISH_FIELDS, 'forVisitors');
export const VISIBLE_CHOICE_FIELDS = fieldsMarked(CHOICE_FIELDS, 'forVisitors');
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

const { name, emoji, ...otherFields } = answerShape(VISIBLE_CHOICE_FIELDS);
const menuChoiceSchema = z.object({ id: z.string(), name, emoji, price: z.int(), ...otherFields });
const menuDishSchema = menuChoiceSchema.extend({ ...answerShape(VISIBLE_DISH_FIELDS), remaining: z.int().nullable() });
const menuSectionSchema = z.object({ id: z.string(), ...answerShape(VISIBLE_SECTION_FIELDS), items: z.array(menuDishSchema) });

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
export type VisibleMenu = Pick<EventDetail, 'sections' | 'options'>;
export type LivePlaces = z.infer<typeof livePlacesSchema>;
