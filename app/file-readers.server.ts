import type { FileReaders } from './features/files/serve-file.server.ts';

/** Who may read the files of which bucket. A bucket that nobody speaks for is for admins alone. */
export const FILE_READERS: FileReaders = {};
