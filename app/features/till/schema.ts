import { z } from 'zod';

import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { GROUP_REFUSALS } from '#app/domain/groups/event-group.ts';
import { MAX_TYPED_CENTS } from '#app/domain/money-text.ts';
import { MAX_NOTE_UNITS, ORDER_STATUSES } from '#app/domain/order/status.ts';
import { PAYING_ROLES } from '#app/domain/people/roles.ts';
import { MOVEMENT_DIRECTIONS, SALE_TENDERS, TENDERS } from '#app/domain/till/tender.ts';

const amount = z.int().nonnegative().max(MAX_TYPED_CENTS);
const balance = z.int().min(-MAX_TYPED_CENTS).max(MAX_TYPED_CENTS);
const anyAmounts = z.object({ cash: z.int(), terminal: z.int(), bizum: z.int() });

export const openSessionSchema = z.object({
  /** The cash in the drawer, in cents. */
  float: amount,
  /** The drawer's name; each can be open once. */
  name: z.string().trim().min(1).max(60).default('Taquilla'),
});
export const openedSessionSchema = z.object({ id: z.uuid() });

export const tillTicketSchema = z.object({
  sections: z.record(z.string(), z.array(z.string())).default({}),
  options: z.array(z.string()).default([]),
  note: z.string().max(MAX_NOTE_UNITS).optional(),
  noteName: z.string().max(240).optional(),
  /** As in an order of the web: typed here with that person's permission. */
  needs: z.object({ codes: z.array(z.string().max(40)).max(40).default([]), other: z.string().max(2_000).optional(), firstName: z.string().max(500).optional(), consent: z.boolean().optional(), forOther: z.boolean().optional() }).nullish(),
});

export const tillSaleSchema = z.object({
  eventId: z.int().positive().max(LARGEST_EVENT_ID),
  category: z.enum(PAYING_ROLES),
  tickets: z.array(tillTicketSchema).min(1),
  /** `house`: an invitation, with its `reason`. */
  means: z.enum(SALE_TENDERS),
  reason: z.string().trim().max(200).optional(),
  expectedTotal: z.int().nonnegative().optional(),
  email: z.string().optional(),
  userName: z.string().max(120).optional(),
  group: z.object({ code: z.string().max(200).optional(), name: z.string().max(800).optional(), firstName: z.string().max(600).optional() }).optional(),
});

/** As the answer to `POST /api/orders`. */
export const tillSoldSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  total: z.int(),
  discount: z.int(),
  ticketsCreated: z.int(),
  expiresAt: z.null(),
  paymentUrl: z.null(),
  group: z.object({ code: z.string().nullable(), name: z.string().nullable(), joined: z.boolean(), reason: z.enum(GROUP_REFUSALS).optional() }).optional(),
});

export const closeSessionSchema = z.object({
  /** Card and Bizum below zero where more was given back than taken. */
  counted: z.object({ cash: amount, terminal: balance, bizum: balance }),
  note: z.string().trim().max(500).optional(),
  /** Close although it differs, with a reason. */
  again: z.boolean().optional(),
  reason: z.string().trim().max(500).optional(),
});
export const closedSessionSchema = z.object({ expected: anyAmounts, counted: anyAmounts, difference: anyAmounts });

export const moveCashSchema = z.object({ direction: z.enum(MOVEMENT_DIRECTIONS), amount: amount.positive(), reason: z.string().trim().min(1).max(200) });
export const movedCashSchema = z.object({ id: z.uuid() });

export const saleRefundSchema = z.object({ ticketIds: z.array(z.string()).min(1).max(20).optional(), means: z.enum(TENDERS), reason: z.string().trim().min(1).max(200) });
export const saleRefundedSchema = z.object({ amount: z.int() });
