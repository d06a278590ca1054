import { z } from 'zod';

export const groupDetailsSchema = z.object({
  name: z.string(),
  eventId: z.int(),
  /** Paid places so far. */
  places: z.int(),
  /** First names that people chose to show. */
  names: z.array(z.string()),
  closed: z.boolean(),
  /** 'Taula 7', 'Taules 7 i 8'; null until tables are published. */
  table: z.string().nullable(),
});

/** An existing one by its code, or a new one by its name; null: none. */
export const groupChangeSchema = z.object({ code: z.string().max(200).optional(), name: z.string().max(800).optional(), firstName: z.string().max(600).optional() }).nullable();

export const changedGroupSchema = z.object({ group: z.object({ code: z.string(), name: z.string() }).nullable() });

export type GroupDetails = z.infer<typeof groupDetailsSchema>;
