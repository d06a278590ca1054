import { z } from 'zod';

import { MESSAGE_TYPES, TEST_MESSAGE } from '#app/domain/programs/message.ts';
import { VISIBILITIES } from '#app/domain/people/roles.ts';
import { SCOPES } from '#app/domain/programs/scopes.ts';

const eventId = z.int().positive().max(2_147_483_647);

export const newTokenSchema = z.object({
  name: z.string('Posa-li un nom').trim().min(1, 'Posa-li un nom').max(80, 'Com a molt 80 caràcters'),
  scopes: z.array(z.enum(SCOPES, 'No és cap permís'), 'Tria almenys un permís').min(1, 'Tria almenys un permís').max(SCOPES.length),
  eventIds: z.array(eventId, "Han de ser números d'actes").max(50, 'Com a molt 50 actes').nullish(),
  expiresAt: z.iso.datetime({ offset: true, error: 'Ha de ser un instant, com 2027-03-19T22:00:00Z' }).nullish(),
});
export const madeTokenSchema = z.object({ id: z.string(), token: z.string() });

export const tokenListSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      scopes: z.array(z.enum(SCOPES)),
      events: z.array(z.string()).nullable(),
      makerName: z.string(),
      createdAt: z.string(),
      expiresAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      state: z.enum(['open', 'expired', 'revoked', 'maker_lost_right']),
    }),
  ),
});
export type ListedToken = z.infer<typeof tokenListSchema>['tokens'][number];

export const newWebhookSchema = z.object({
  url: z.string("Escriu l'adreça que ha de rebre els avisos"),
  events: z.array(z.enum(MESSAGE_TYPES, 'No és cap avís'), 'Tria almenys un avís').min(1, 'Tria almenys un avís').max(MESSAGE_TYPES.length),
  people: z.boolean('Ha de ser true o false').optional(),
});
export const madeWebhookSchema = z.object({ id: z.string(), secret: z.string() });

export const webhookListSchema = z.object({
  webhooks: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.enum(MESSAGE_TYPES)),
      people: z.boolean(),
      makerName: z.string().nullable(),
      createdAt: z.string(),
      failingSince: z.string().nullable(),
      lastDeliveredAt: z.string().nullable(),
      nextAttemptAt: z.string().nullable(),
      waiting: z.int(),
      givenUp: z.int(),
    }),
  ),
});
export type ListedWebhook = z.infer<typeof webhookListSchema>['webhooks'][number];

export const testAnswerSchema = z.object({ delivered: z.boolean(), status: z.int().nullable(), problem: z.string().nullable(), milliseconds: z.int() });
export type TestAnswer = z.infer<typeof testAnswerSchema>;

export const deliveryListSchema = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      subject: z.string(),
      sequence: z.int().nullable(),
      happenedAt: z.string(),
      attempts: z.int(),
      lastAttemptAt: z.string().nullable(),
      status: z.int().nullable(),
      problem: z.string().nullable(),
      milliseconds: z.int().nullable(),
      state: z.enum(['waiting', 'delivered', 'given_up']),
    }),
  ),
});
export type LoggedDelivery = z.infer<typeof deliveryListSchema>['deliveries'][number];

const orderData = { orderNumber: z.string(), eventId: z.int(), status: z.string(), total: z.int(), ticketQuantity: z.int() };
/** Only where the webhook was made with `people`. */
const personData = { orderId: z.string().optional(), email: z.string().nullish(), name: z.string().nullish() };
const ticketData = z.strictObject({ ticketNumber: z.string(), orderNumber: z.string(), eventId: z.int(), status: z.enum(['active', 'used', 'cancelled', 'refunded']), ...personData });
const eventData = z.strictObject({ eventId: z.int(), version: z.int(), title: z.string(), date: z.string(), visibility: z.enum(VISIBILITIES), state: z.enum(['open', 'archived', 'withdrawn', 'deleted']) });

/** What webhooks are sent: written by triggers (db/functions/webhooks). `sequence` counts within its subject, and goes on from a higher number after a restore. */
const messageOf = <Type extends string>(types: readonly [Type, ...Type[]], data: z.ZodType): z.ZodObject => z.strictObject({ type: z.enum(types), timestamp: z.string(), subject: z.string(), sequence: z.int(), data });

export const webhookMessageSchema = z.union([
  messageOf(['order.paid', 'order.cancelled'], z.strictObject({ ...orderData, ...personData })),
  messageOf(['order.refunded'], z.strictObject({ orderNumber: z.string(), eventId: z.int(), status: z.string(), total: z.int(), refundId: z.string(), amount: z.int(), reason: z.string(), ...personData })),
  messageOf(['ticket.admitted', 'ticket.admission_undone', 'ticket.cancelled'], ticketData),
  messageOf(['event.changed'], eventData),
  messageOf([TEST_MESSAGE], z.strictObject({ message: z.string() })),
]);
