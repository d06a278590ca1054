import { z } from 'zod';

import { GROUP_REFUSALS } from '#app/domain/groups/event-group.ts';
import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { MAX_NOTE_UNITS, ORDER_STATUSES } from '#app/domain/order/status.ts';

/** What the ticket's person can't eat: health data, taken with `consent` alone. `forOther`: typed with that person's permission. */
const sentNeedsSchema = z.object({
  /** Allergens, `vegetarian`, `vegan`, `accessible`. */
  codes: z.array(z.string().max(40)).max(40).default([]),
  other: z.string().max(2_000).optional(),
  /** Printed on the card of the plate. */
  firstName: z.string().max(500).optional(),
  consent: z.boolean().optional(),
  forOther: z.boolean().optional(),
});

/** A colla: an existing one by its code, or a new one by its name. */
const groupChoice = z.object({ code: z.string().max(200).optional(), name: z.string().max(800).optional(), firstName: z.string().max(600).optional() });

/** Amounts in integer euro cents, instants in RFC 3339 UTC. */
export const orderedTicketSchema = z.object({
  /** Section id -> chosen item ids, each at most once. */
  sections: z.record(z.string(), z.array(z.string())).default({}),
  options: z.array(z.string()).default([]),
  /** At most 500 graphemes. */
  note: z.string().max(MAX_NOTE_UNITS).optional(),
  /** Who eats it. */
  noteName: z.string().max(240).optional(),
  needs: sentNeedsSchema.nullish(),
});

export const placeOrderSchema = z.object({
  eventId: z.int().positive().max(LARGEST_EVENT_ID),
  email: z.string(),
  tickets: z.array(orderedTicketSchema).min(1),
  /** Total that the buyer saw; a mismatch is answered with PRICE_CHANGED. */
  expectedTotal: z.int().nonnegative().optional(),
  /** Address of the account that the buyer saw, null for none; a mismatch is answered with ACCOUNT_CHANGED. */
  expectedAccount: z.string().max(254).nullable().optional(),
  userName: z.string().max(120).optional(),
  termsVersion: z.string().max(40).optional(),
  group: groupChoice.optional(),
  /** A code that takes something off, or opens a hidden event. */
  voucher: z.string().max(200).optional(),
});

export const placedOrderSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  total: z.int(),
  /** Already taken off `total`. */
  discount: z.int(),
  ticketsCreated: z.int(),
  /** End of the hold; null once nothing is due. */
  expiresAt: z.string().nullable(),
  /** Absolute address of the hosted payment page; null when nothing is due. */
  paymentUrl: z.string().nullable(),
  /** Where the order named one; `joined` false: the order is sold without a colla. */
  group: z.object({ code: z.string().nullable(), name: z.string().nullable(), joined: z.boolean(), reason: z.enum(GROUP_REFUSALS).optional() }).optional(),
});

export type OrderedTicket = z.infer<typeof orderedTicketSchema>;
export type PlaceOrderBody = z.infer<typeof placeOrderSchema>;
export type PlacedOrder = z.infer<typeof placedOrderSchema>;
