import { z } from 'zod';

import { ALLERGENS, DIETS } from '#app/domain/food/allergens.ts';
import { ROLES } from '#app/domain/people/roles.ts';

export const soldChoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  emoji: z.string(),
  price: z.int(),
  /** As it was said at the sale; a code that is unknown here says nothing. */
  allergens: z.array(z.enum(ALLERGENS)).nullish().catch(null),
  diets: z.array(z.enum(DIETS)).optional().catch(undefined),
});

export const menuSelectionSchema = z.array(
  z.object({ sectionId: z.string(), sectionName: z.string(), items: z.array(soldChoiceSchema) }),
);

export const printableTicketSchema = z.object({
  id: z.string(),
  ticketNumber: z.string(),
  userRole: z.enum(ROLES),
  price: z.int(),
  eventTitle: z.string(),
  eventImage: z.string(),
  dateText: z.string(),
  time: z.string(),
  location: z.string().nullable(),
  menu: menuSelectionSchema,
  extras: z.array(soldChoiceSchema),
  /** Missing in what a device stored before there were tables. */
  table: z.int().nullable().optional(),
});

export type SoldChoice = z.infer<typeof soldChoiceSchema>;
export type MenuSelection = z.infer<typeof menuSelectionSchema>;
export type PrintableTicket = z.infer<typeof printableTicketSchema>;
