import { type Bucket, BUCKETS, MB } from './bucket.ts';

export interface UsedFile {
  id: string;
  ownerId: string | null;
  bytes: number;
}

export interface OrphanedFile {
  name: string;
  bytes: number;
  modifiedAt: Date;
}

/** How full a bucket is (specification §3, usage summary). Sizes in bytes, those named so in megabytes with two decimals. */
export interface StorageUsage {
  bucket: Bucket;
  totalFiles: number;
  totalSize: number;
  totalStorageSize: number;
  totalSizeMB: number;
  totalStorageSizeMB: number;
  maxSizeMB: number;
  remainingMB: number;
  usagePercentage: number;
  files: UsedFile[];
  orphanedFiles: OrphanedFile[];
  orphanedCount: number;
}

export function summarizeUsage(found: { bucket: Bucket; files: readonly UsedFile[]; promisedBytes: number; orphans: readonly OrphanedFile[] }): StorageUsage {
  const { bucket, files, promisedBytes, orphans } = found;
  const { quotaBytes } = BUCKETS[bucket];
  const totalSize = sumOf(files);
  const totalStorageSize = totalSize + promisedBytes + sumOf(orphans);
  return {
    bucket,
    totalFiles: files.length,
    totalSize,
    totalStorageSize,
    totalSizeMB: megabytes(totalSize),
    totalStorageSizeMB: megabytes(totalStorageSize),
    maxSizeMB: megabytes(quotaBytes),
    remainingMB: megabytes(Math.max(0, quotaBytes - totalStorageSize)),
    usagePercentage: Math.round((totalStorageSize / quotaBytes) * 1000) / 10,
    files: files.toSorted((a, b) => b.bytes - a.bytes),
    orphanedFiles: orphans.toSorted((a, b) => b.bytes - a.bytes),
    orphanedCount: orphans.length,
  };
}

function sumOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function megabytes(bytes: number): number {
  return Math.round((bytes / MB) * 100) / 100;
}

/** The colour of the bar (specification §9), for a share in per cent. */
export function fillOf(percentage: number): 'green' | 'amber' | 'red' {
  if (percentage > 80) return 'red';
  return percentage > 60 ? 'amber' : 'green';
}
