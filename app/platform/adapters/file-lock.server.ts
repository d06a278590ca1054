import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/** Null when another process holds it. Node has no flock: SQLite's exclusive transaction is freed by the kernel with the process. */
export function takeFileLock(path: string): FileLock | null {
  mkdirSync(dirname(path), { recursive: true });
  // SQLite would open an unwritable file for reading only, without a lock. Opening it here to try would free our own locks when the handle is closed.
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory');
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => file.close() };
}
