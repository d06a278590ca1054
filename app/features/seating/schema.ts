import { z } from 'zod';

import { MAX_SEATS_OF_TABLE, MAX_TABLES } from '#app/domain/seating/hall.ts';

const MAX_TICKETS = 20_000;

const tableSchema = z.object({
  id: z.uuid(),
  number: z.int().min(1).max(9_999),
  seats: z.int().min(1).max(MAX_SEATS_OF_TABLE),
  label: z.string().max(40).nullable(),
  accessible: z.boolean(),
  /** Tables of one row with places that follow one another are neighbours. */
  row: z.string().max(10),
  place: z.int().min(0).max(10_000),
  shape: z.enum(['long', 'round']),
});

const roomSchema = z.object({ id: z.uuid(), name: z.string().min(1).max(60), tables: z.array(tableSchema).max(MAX_TABLES) });

const seatedSchema = z.object({ ticketId: z.string().max(64), tableId: z.uuid(), pinned: z.boolean() });

export const seatingSchema = z.object({
  version: z.int(),
  published: z.boolean(),
  rooms: z.array(roomSchema),
  seated: z.array(seatedSchema),
  unseated: z.array(z.string()),
});

export const arrangedSchema = seatingSchema.extend({ notes: z.array(z.string()) });

/** Rooms left out stay as they are. */
export const seatingBodySchema = z.object({
  version: z.int(),
  rooms: z.array(roomSchema.extend({ tables: z.array(tableSchema.extend({ row: tableSchema.shape.row.default('A'), place: tableSchema.shape.place.optional(), shape: tableSchema.shape.shape.default('long') })).max(MAX_TABLES) })).max(50).optional(),
  seated: z.array(seatedSchema).max(MAX_TICKETS).optional(),
});

export const versionBodySchema = z.object({ version: z.int().optional() });

export type SeatingBody = z.output<typeof seatingBodySchema>;
export type SeatingAnswer = z.infer<typeof seatingSchema>;
