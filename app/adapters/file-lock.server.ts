import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface FileLock {
  release(): void;
}

/**
 * Takes a file for this process alone; null when another process has it. The kernel frees it when the process dies,
 * however it dies, and children don't inherit it. Node has no flock: an empty SQLite file under BEGIN EXCLUSIVE is the
 * same lock, on every system and across containers that share the folder.
 */
export function takeFileLock(path: string): FileLock | null {
  mkdirSync(dirname(path), { recursive: true });
  // SQLite would open a file we may not write for reading only, and lock nothing. Trying by opening it ourselves would be
  // worse: closing any handle of the file frees the locks this process has on it.
  if (existsSync(path)) accessSync(path, constants.W_OK);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // No journal file beside the lock.
    file.exec('pragma journal_mode = memory');
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => file.close() };
}
