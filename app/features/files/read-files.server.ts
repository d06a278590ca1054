import type { Query, Tx } from '#app/platform/adapters/db/database.server.ts';
import { fileUrl, type StoredFile } from '#app/domain/files/stored-file.ts';

import { selectVariants } from './store.server.ts';

/** Complete files only, in the order of `fileIds`. */
export async function storedFiles(query: Query | Tx, fileIds: readonly string[]): Promise<StoredFile[]> {
  const files = new Map<string, StoredFile>();
  for (const { fileId, variant, name, mediaType, bytes, width, height } of await selectVariants(query, fileIds)) {
    const file = files.get(fileId) ?? { id: fileId, bytes: 0, variants: [] };
    file.bytes += bytes;
    file.variants.push({ variant, url: fileUrl(name), mediaType, bytes, width, height });
    files.set(fileId, file);
  }
  return fileIds.flatMap((id) => files.get(id) ?? []);
}
