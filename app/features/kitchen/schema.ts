import { z } from 'zod';

export const kitchenSchema = z.object({
  dishes: z.array(
    z.object({
      section: z.string(),
      name: z.string(),
      emoji: z.string(),
      count: z.int(),
      served: z.int(),
      revenue: z.int(),
      average: z.int(),
      notes: z.array(z.string()),
    }),
  ),
  revenue: z.int(),
});

/** Null: of those without a table. */
export const kitchenTablesSchema = z.object({
  tables: z.array(z.object({ table: z.int().nullable(), dishes: z.array(z.object({ section: z.string(), name: z.string(), emoji: z.string(), count: z.int() })) })),
});
