import { z } from 'zod';

import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { MAX_TYPED_CENTS } from '#app/domain/money-text.ts';
import { ORDER_STATUSES } from '#app/domain/order/status.ts';
import { MOVEMENT_DIRECTIONS, SALE_TENDERS, TENDERS } from '#app/domain/till/means.ts';
import { groupChoiceSchema, orderedTicketSchema } from '#app/features/checkout/schema.ts';

const amount = z.int().nonnegative().max(MAX_TYPED_CENTS);
const anyAmounts = z.object({ cash: z.int(), terminal: z.int(), bizum: z.int() });

export const openSessionSchema = z.object({
  /** The cash in the drawer, in cents. */
  float: amount,
  /** The drawer's name; each can be open once. */
  name: z.string().trim().min(1).max(60).default('Taquilla'),
});
export const openedSessionSchema = z.object({ id: z.uuid() });

export const tillSaleSchema = z.object({
  eventId: z.int().positive().max(LARGEST_EVENT_ID),
  /** The price category. */
  category: z.enum(['public', 'socio', 'comision']),
  tickets: z.array(orderedTicketSchema).min(1),
  /** `house`: an invitation, with its `reason`. */
  means: z.enum(SALE_TENDERS),
  reason: z.string().trim().max(200).optional(),
  expectedTotal: z.int().nonnegative().optional(),
  email: z.string().optional(),
  userName: z.string().max(120).optional(),
  group: groupChoiceSchema.optional(),
});

/** As the answer to `POST /api/orders`. */
export const tillSoldSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  total: z.int(),
  ticketsCreated: z.int(),
  expiresAt: z.null(),
  paymentUrl: z.null(),
});

export const closeSessionSchema = z.object({
  counted: z.object({ cash: amount, terminal: amount, bizum: amount }),
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
