import { z } from 'zod';

import { BUCKETS } from '#app/domain/files/bucket.ts';
import { keysOf } from '#app/domain/record.ts';

const bucket = z.enum(keysOf(BUCKETS));

export const storedFileSchema = z.object({
  id: z.uuid(),
  bytes: z.int(),
  variants: z.array(
    z.object({
      variant: z.enum(['small', 'medium', 'large', 'preview', 'original', 'cover', 'thumb']),
      url: z.string(),
      mediaType: z.string(),
      bytes: z.int(),
      width: z.int().nullable(),
      height: z.int().nullable(),
    }),
  ),
});

export const unfinishedSchema = z.object({ received: z.int(), size: z.int() });

export const uploadProblemSchema = z.object({ code: z.string(), message: z.string() });

export const storageUsageSchema = z.object({
  buckets: z.array(
    z.object({
      bucket,
      totalFiles: z.int(),
      totalSize: z.int(),
      totalStorageSize: z.int(),
      totalSizeMB: z.number(),
      totalStorageSizeMB: z.number(),
      maxSizeMB: z.number(),
      remainingMB: z.number(),
      usagePercentage: z.number(),
      files: z.array(z.object({ id: z.uuid(), ownerId: z.string().nullable(), bytes: z.int() })),
      orphanedFiles: z.array(z.object({ name: z.string(), bytes: z.int(), modifiedAt: z.string() })),
      orphanedCount: z.int(),
    }),
  ),
});
