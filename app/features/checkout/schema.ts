import { z } from 'zod';

import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { MAX_NOTE_UNITS, ORDER_STATUSES } from '#app/domain/order/status.ts';

/** What crosses the wire about placing orders. Amounts are integer euro cents, instants RFC 3339 in UTC. */
export const orderedTicketSchema = z.object({
  /** Section id -> chosen item ids, each at most once. */
  sections: z.record(z.string(), z.array(z.string())).default({}),
  options: z.array(z.string()).default([]),
  /** At most 500 characters as people count them. */
  note: z.string().max(MAX_NOTE_UNITS).optional(),
});

export const placeOrderSchema = z.object({
  eventId: z.int().positive().max(LARGEST_EVENT_ID),
  email: z.string(),
  tickets: z.array(orderedTicketSchema).min(1),
  /** The total the buyer saw; another one on the server is answered with PRICE_CHANGED. */
  expectedTotal: z.int().nonnegative().optional(),
  /** The address of the account that the buyer saw, null for none; another one at the server is answered with ACCOUNT_CHANGED. */
  expectedAccount: z.string().max(254).nullable().optional(),
  userName: z.string().max(120).optional(),
  termsVersion: z.string().max(40).optional(),
});

export const placedOrderSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  total: z.int(),
  ticketsCreated: z.int(),
  /** When the hold ends; null once nothing is to be paid any more. */
  expiresAt: z.string().nullable(),
  /** Absolute address of the hosted payment page; null when nothing is to be paid. */
  paymentUrl: z.string().nullable(),
});

export type OrderedTicket = z.infer<typeof orderedTicketSchema>;
export type PlaceOrderBody = z.infer<typeof placeOrderSchema>;
export type PlacedOrder = z.infer<typeof placedOrderSchema>;
