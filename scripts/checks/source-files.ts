import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TEST_FILE = /\.test\.tsx?$/;

/** The product's code below a folder, without its tests. */
export function sourceFiles(folder: string): string[] {
  return codeFiles(folder).filter((path) => !TEST_FILE.test(path));
}

export function testFiles(folder: string): string[] {
  return codeFiles(folder).filter((path) => TEST_FILE.test(path));
}

export function codeFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Those that hold something. */
export function linesOf(code: string): string[] {
  return code.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
