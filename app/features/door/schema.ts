import { z } from 'zod';

import { ADMISSION_CODES } from '#app/domain/door/admission.ts';
import type { DoorAnswer, DoorDish, DoorTicket, GroupAnswer } from '#app/domain/door/answer.ts';
import type { DoorList } from '#app/domain/door/decide.ts';
import { DOOR_CODES } from '#app/domain/door/serving.ts';
import { NEED_CODES } from '#app/domain/food/needs.ts';
import { ORDER_STATUSES, TICKET_STATUSES } from '#app/domain/order/status.ts';
import { ROLES } from '#app/domain/people/roles.ts';

const MAX_DEVICE = 80;
const MAX_GROUP = 20;
const MAX_SCANS_AT_ONCE = 500;

const eventId = z.int().positive().max(2_147_483_647);
const ticketId = z.string().max(64);
/** Idempotency key made by the device. */
const nonce = z.string().regex(/^[\x21-\x7e]{8,100}$/);
const device = z.string().trim().max(MAX_DEVICE);

export const verifySchema = z.object({
  qrData: z.string(),
  eventId: eventId.nullish(),
  device: device.nullish(),
  /** From the `camera` a bare number is not accepted as a ticket. */
  source: z.enum(['camera', 'typed']).optional(),
  mode: z.enum(['enter', 'serve']).default('enter'),
});

export const useSchema = z.object({
  ticketId,
  nonce,
  eventId: eventId.nullish(),
  /** Used offline only; online the server's clock counts. */
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
  /** Dishes to serve; without it all remaining ones. */
  places: z.array(z.int().min(0).max(1_000)).min(1).max(200).optional(),
});

/** Nonce of the admission or serving to undo, or a new one of the same device. */
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
  table: z.string().nullable(),
  party: z.object({ size: z.int(), inside: z.int() }),
  dishes: z.array(doorDishSchema).optional(),
  /** In the mode that serves alone. */
  needs: z.object({ codes: z.array(z.enum(NEED_CODES)), other: z.string().nullable() }).nullish(),
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
  /** Sessions stored by a phone before lack these. */
  hasTables: z.boolean().optional(),
  isWithdrawn: z.boolean().optional(),
});
export type DoorEventOption = z.infer<typeof doorEventSchema>;

export const doorSchema = z.object({
  events: z.array(doorEventSchema),
  scanner: z.object({ name: z.string(), hasAccount: z.boolean(), isAdmin: z.boolean(), proof: z.string(), expiresAt: z.iso.datetime().nullish() }),
  /** Lets a phone measure its clock's error. */
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
  /** First half of the id's sha-256, hexadecimal. */
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
  table: z.string().nullable(),
});

export const doorListSchema = z.object({
  asOf: z.string(),
  event: doorEventSchema.omit({ isToday: true, isWithdrawn: true }),
  tickets: z.array(listedTicketSchema),
  menus: z.array(z.object({ menu: z.unknown(), extras: z.unknown() })),
  retired: z.array(z.string()),
}) satisfies z.ZodType<DoorList>;

export const deviceReportSchema = z.object({
  device: z.string().trim().min(1).max(MAX_DEVICE),
  /** For work without network. */
  isReady: z.boolean(),
  /** Scans that it has not been able to send. */
  waiting: z.int().min(0).max(1_000_000),
  listAt: z.iso.datetime().nullish(),
});
export type DeviceReport = z.infer<typeof deviceReportSchema>;

export const uploadSchema = z.object({
  /** Device clock at sending, which corrects `at`. */
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
          /** Nonce of an admission that this scan undoes, uploaded before it. */
          undoes: nonce.optional(),
          device: device.nullish(),
          /** `asOf` of the list that the phone used: the scan is no older. */
          listAsOf: z.iso.datetime().optional(),
          /** `proof` of the scanner, where another one uploads the scan. */
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
      /** Admitted at two doors, or no longer valid at that time. */
      conflict: z.boolean(),
      ticketNumber: z.string().nullable(),
      /** Corrected to the server's clock. */
      scannedAt: z.iso.datetime(),
    }),
  ),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;
