import { statfs } from 'node:fs/promises';

import { stateKey } from '#app/platform/app-state.server.ts';

/** Whether a disk that we write to has no room: known without the database, which may be the one that can't write. */
export interface FullDisk {
  note(now: Date): void;
  end(): void;
  since(): Date | null;
}

export const fullDisk = stateKey<FullDisk>('full disk');

export function createFullDisk(): FullDisk {
  let since: Date | null = null;
  return {
    note: (now) => void (since ??= now),
    end: () => void (since = null),
    since: () => since,
  };
}

/** Without the part reserved for root; null where it can't be read. */
export async function diskSpace(folder: string): Promise<{ usedBytes: number; freeBytes: number } | null> {
  try {
    const { blocks, bfree, bavail, bsize } = await statfs(folder);
    return { usedBytes: (blocks - bfree) * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}
