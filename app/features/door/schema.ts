import { z } from 'zod';

import { ADMISSION_CODES } from '#app/domain/door/admission.ts';
import type { DoorAnswer, DoorDish, DoorTicket, GroupAnswer } from '#app/domain/door/answer.ts';
import type { DoorList } from '#app/domain/door/decide.ts';
import { DOOR_CODES } from '#app/domain/door/serving.ts';
import { ORDER_STATUSES, TICKET_STATUSES } from '#app/domain/order/status.ts';
import { ROLES } from '#app/domain/people/roles.ts';

const MAX_DEVICE = 80;
const MAX_GROUP = 20;
const MAX_SCANS_AT_ONCE = 500;

const eventId = z.int().positive().max(2_147_483_647);
const ticketId = z.string().max(64);
/** The device's name of an act, for asking again after a lost answer. */
const nonce = z.string().regex(/^[\x21-\x7e]{8,100}$/);
const device = z.string().trim().max(MAX_DEVICE);

export const verifySchema = z.object({
  qrData: z.string(),
  eventId: eventId.nullish(),
  device: device.nullish(),
  /** `camera`: a number is no ticket then. */
  source: z.enum(['camera', 'typed']).optional(),
  /** `serve`: at the kitchen's counter. */
  mode: z.enum(['enter', 'serve']).default('enter'),
});

export const useSchema = z.object({
  ticketId,
  nonce,
  eventId: eventId.nullish(),
  /** Ignored online, where our clock counts. */
  scannedAt: z.string().optional(),
  device: device.nullish(),
  direction: z.enum(['in', 'out']).default('in'),
});

export const useGroupSchema = z.object({ ticketIds: z.array(ticketId).min(1).max(MAX_GROUP), nonce, eventId, device: device.nullish() });

export const serveSchema = z.object({
  ticketId,
  nonce,
  eventId: eventId.nullish(),
  device: device.nullish(),
  /** Of the dishes that are given out; without them all that are left. */
  places: z.array(z.int().min(0).max(1_000)).min(1).max(200).optional(),
});

/** The nonce of the admission or serving, or a new one of the same device. */
export const undoSchema = z.object({ ticketId, nonce, eventId: eventId.nullish(), device: device.nullish() });

const doorDishSchema = z.object({
  place: z.int(),
  section: z.string(),
  name: z.string(),
  emoji: z.string(),
  servedAt: z.string().nullable(),
}) satisfies z.ZodType<DoorDish>;

const doorTicketSchema = z.object({
  id: z.string(),
  ticketNumber: z.string(),
  eventTitle: z.string(),
  eventDate: z.string(),
  eventTime: z.string(),
  userType: z.enum(ROLES),
  menu_selection: z.unknown(),
  extras_selection: z.unknown(),
  note: z.string().nullable(),
  used_at: z.string().nullable(),
  party: z.object({ size: z.int(), inside: z.int() }),
  dishes: z.array(doorDishSchema).optional(),
}) satisfies z.ZodType<DoorTicket>;

export const doorAnswerSchema = z.object({ success: z.boolean(), code: z.enum(DOOR_CODES), message: z.string(), ticket: doorTicketSchema.optional() }) satisfies z.ZodType<DoorAnswer>;

export const groupAnswerSchema = z.object({ success: z.boolean(), admitted: z.int(), results: z.array(doorAnswerSchema.extend({ ticketId: z.string() })) }) satisfies z.ZodType<GroupAnswer>;

export const groupSchema = z.object({ tickets: z.array(z.object({ ticketId: z.string(), ticketNumber: z.string(), status: z.string() })) });

const doorEventSchema = z.object({
  id: z.int(),
  title: z.string(),
  date: z.string(),
  time: z.string(),
  exitReentry: z.boolean(),
  kitchenService: z.boolean(),
  isToday: z.boolean(),
});
export type DoorEventOption = z.infer<typeof doorEventSchema>;

export const doorSchema = z.object({
  events: z.array(doorEventSchema),
  scanner: z.object({ name: z.string(), hasAccount: z.boolean(), isAdmin: z.boolean(), proof: z.string(), expiresAt: z.iso.datetime().nullish() }),
  /** By which a phone knows how wrong its clock is. */
  now: z.iso.datetime().optional(),
});
export type DoorSession = z.infer<typeof doorSchema>;

const share = z.object({ expected: z.int(), admitted: z.int() });
export const countersSchema = share.extend({
  byRole: z.record(z.string(), share),
  byDoor: z.record(z.string(), z.int()),
  perMinute: z.int(),
  conflicts: z.int(),
});
export type DoorCounters = z.infer<typeof countersSchema>;

export const foundTicketsSchema = z.object({ tickets: z.array(z.object({ ticketNumber: z.string(), name: z.string().nullable(), status: z.string() })) });

const listedTicketSchema = z.object({
  /** Half of a sha-256 of the id, hexadecimal. */
  hash: z.string(),
  number: z.string(),
  status: z.enum(TICKET_STATUSES),
  orderStatus: z.enum(ORDER_STATUSES),
  suspended: z.boolean(),
  outside: z.boolean(),
  userType: z.enum(ROLES),
  /** Index in `menus`. */
  menu: z.int(),
  party: z.string(),
  usedAt: z.string().nullable(),
  hasNote: z.boolean(),
});

export const doorListSchema = z.object({
  asOf: z.string(),
  event: doorEventSchema.omit({ isToday: true }),
  tickets: z.array(listedTicketSchema),
  menus: z.array(z.object({ menu: z.unknown(), extras: z.unknown() })),
  retired: z.array(z.string()),
}) satisfies z.ZodType<DoorList>;

export const uploadSchema = z.object({
  /** The device's clock at sending, which corrects `at`. */
  sentAt: z.iso.datetime().optional(),
  scans: z
    .array(
      z
        .object({
          hash: z.string().regex(/^[0-9a-f]{32}$/).optional(),
          ticketId: ticketId.optional(),
          nonce,
          scannedAt: z.iso.datetime(),
          decision: z.enum(ADMISSION_CODES),
          /** The nonce of an admission that this scan undoes, handed in before it. */
          undoes: nonce.optional(),
          device: device.nullish(),
          /** `asOf` of the list that the phone decided by: the scan is no older. */
          listAsOf: z.iso.datetime().optional(),
          /** The `proof` of whoever scanned, where somebody else may hand it in. */
          by: z.string().max(200).optional(),
        })
        .refine((scan) => scan.hash !== undefined || scan.ticketId !== undefined),
    )
    .max(MAX_SCANS_AT_ONCE),
});
export type OfflineScan = z.infer<typeof uploadSchema>['scans'][number];

export const uploadAnswerSchema = z.object({
  results: z.array(
    doorAnswerSchema.omit({ ticket: true }).extend({
      nonce: z.string(),
      /** Admitted by two doors, or no longer valid when it was. */
      conflict: z.boolean(),
      ticketNumber: z.string().nullable(),
      /** By the server's clock, however wrong the phone's is. */
      scannedAt: z.iso.datetime(),
    }),
  ),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;
