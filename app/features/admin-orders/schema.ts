import { z } from 'zod';

import { EMAIL_STATUSES, ORDER_STATUSES, TICKET_STATUSES } from '#app/domain/order/status.ts';
import { ROLES } from '#app/domain/people/roles.ts';

const choice = z.object({ id: z.string(), name: z.string(), emoji: z.string(), price: z.int() });

/** What names somebody, or opens an order or a ticket, is null for a token without the scope `people`. */
export const adminTicketSchema = z.object({
  id: z.string().nullable(),
  ticketNumber: z.string(),
  price: z.int(),
  status: z.enum(TICKET_STATUSES),
  suspended: z.boolean(),
  usedAt: z.string().nullable(),
  note: z.string().nullable(),
  noteName: z.string().nullable(),
  menu: z.array(z.object({ sectionId: z.string(), sectionName: z.string(), items: z.array(choice) })),
  extras: z.array(choice),
});

const order = z.object({
  orderId: z.string().nullable(),
  orderNumber: z.string(),
  eventId: z.int(),
  eventTitle: z.string(),
  status: z.enum(ORDER_STATUSES),
  email: z.string().nullable(),
  total: z.int(),
  ticketQuantity: z.int(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  tickets: z.array(adminTicketSchema),
});

export const orderListSchema = z.object({
  orders: z.array(order.extend({ userName: z.string().nullable(), role: z.enum(ROLES), emailStatus: z.enum(EMAIL_STATUSES).nullable() })),
  next: z.string().nullable(),
});

export const orderDetailsSchema = order.extend({
  /** What a code has taken off `total`. */
  discount: z.object({ code: z.string(), amount: z.int() }).nullable(),
  timeline: z.array(z.object({ at: z.string(), source: z.enum(['audit', 'mail']), what: z.string(), who: z.string().nullable(), amount: z.int().nullable(), ticketNumber: z.string().nullable(), reason: z.string().nullable() })),
});

export const statsSchema = z.object({ total: z.int(), active: z.int(), used: z.int(), cancelled: z.int(), refunded: z.int(), usedPercent: z.int() });

const TICKETS_MISSING = 'Cal almenys un tiquet, o res per a tots';
export const ticketActionSchema = z.object({ ticketIds: z.array(z.string(), TICKETS_MISSING).min(1, TICKETS_MISSING).max(20, 'Com a molt 20 tiquets').optional(), reason: z.string('Cal un motiu').trim().min(1, 'Cal un motiu').max(500, 'Com a molt 500 caràcters') });
export const emailSchema = z.object({ email: z.string() });
