import { z } from 'zod';

import { EMAIL_STATUSES, ORDER_STATUSES } from '#app/domain/order/status.ts';

/** Amounts are integer euro cents, instants RFC 3339 in UTC. */
export const orderStateSchema = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** Null for a sale at the till whose buyer left no address. */
  email: z.string().nullable(),
  ticketQuantity: z.int(),
  total: z.int(),
  /** What a code has taken off. */
  discount: z.object({ code: z.string(), amount: z.int() }).nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  emailStatus: z.enum(EMAIL_STATUSES),
  tickets: z.array(z.object({ id: z.string(), ticketNumber: z.string() })),
});

export const addressSchema = z.object({ email: z.string() });

/** The new id of the order; the old one stops working. */
export const correctedOrderSchema = z.object({ orderId: z.string(), email: z.string() });

export type CorrectedOrder = z.infer<typeof correctedOrderSchema>;
export type OrderState = z.infer<typeof orderStateSchema>;
