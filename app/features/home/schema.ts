import { z } from 'zod';

/** Content of `home_blocks.items`. */
export const blockItemsSchema = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    detail: z.string().catch(''),
    url: z.string().nullable().catch(null),
    fileId: z.uuid().nullable().catch(null),
  }),
);
