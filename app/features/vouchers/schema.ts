import { z } from 'zod';

import { LARGEST_EVENT_ID } from '#app/domain/event/event-id.ts';
import { MOST_CODES, MOST_USES } from '#app/domain/vouchers/voucher-draft.ts';
import { VOUCHER_CATEGORIES, VOUCHER_KINDS } from '#app/domain/vouchers/voucher.ts';

const positive = z.int().positive().max(MOST_USES);
/** RFC 3339, or a whole day in Europe/Madrid: YYYY-MM-DD. */
const instantOrDay = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const newVoucherSchema = z.object({
  /** `unlock`: shows the hidden events that it names. */
  kind: z.enum(VOUCHER_KINDS),
  /** Of a hundred (`percent`), or cents (`amount`). */
  value: z.int().positive().max(10_000_000).nullish(),
  per: z.enum(['order', 'ticket']).nullish(),
  category: z.enum(VOUCHER_CATEGORIES).nullish(),
  /** None: every event. */
  eventIds: z.array(z.int().positive().max(LARGEST_EVENT_ID)).max(50).nullish(),
  /** Of each code. */
  uses: positive,
  perMailbox: positive.nullish(),
  /** How many tickets of an order it is for. */
  ticketLimit: positive.nullish(),
  /** Also off the reduced price. */
  combines: z.boolean().nullish(),
  from: instantOrDay.nullish(),
  until: instantOrDay.nullish(),
  /** How many codes. */
  count: z.int().positive().max(MOST_CODES).nullish(),
  /** The words of a single code; by lot where left out. */
  code: z.string().max(60).nullish(),
  /** Who they are for: seen by admins alone. */
  note: z.string().max(500).nullish(),
});

export const madeVoucherSchema = z.object({ id: z.string(), codes: z.array(z.string()) });

export const voucherReportSchema = z.object({
  id: z.string(),
  kind: z.enum(VOUCHER_KINDS),
  /** Codes. */
  made: z.int(),
  /** Orders that are paid, free or being paid with one of them. */
  used: z.int(),
  /** What they take off, in cents. */
  worth: z.int(),
  endedAt: z.string().nullable(),
  codes: z.array(z.object({ code: z.string(), used: z.int() })),
});

export type NewVoucherBody = z.infer<typeof newVoucherSchema>;
