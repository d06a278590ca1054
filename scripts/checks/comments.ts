/** Prints the share of comment lines in the product's code and ends with 1 where it is too high. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_PERCENT = 4;

const paths = ['app', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
);
const counts = [...paths, 'serve.ts', 'server.js'].map(countLines);
const lines = counts.reduce((sum, one) => sum + one.lines, 0);
const comments = counts.reduce((sum, one) => sum + one.comments, 0);
const percent = (100 * comments) / lines;

console.log(`comments: ${comments} of ${lines} lines, ${percent.toFixed(1)} %`);
if (percent > MAX_PERCENT) {
  console.error(`At most ${MAX_PERCENT} %. Most comment lines: ${counts.toSorted((one, other) => other.comments - one.comments).slice(0, 5).map(({ path }) => path).join(', ')}`);
  process.exit(1);
}

function countLines(path: string): { path: string; lines: number; comments: number } {
  const lines = readFileSync(path, 'utf8').split('\n').map((line) => line.trim()).filter((line) => line !== '');
  let isInBlock = false;
  let comments = 0;
  for (const line of lines) {
    const begins = /^(\{?\/\*|\/\/)/.test(line);
    if (isInBlock || begins) comments += 1;
    isInBlock = (isInBlock || /^\{?\/\*/.test(line)) && !line.includes('*/');
  }
  return { path, lines: lines.length, comments };
}
