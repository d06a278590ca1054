/** Prints the share of comment lines in the product's code and ends with 1 where it is too high. */
import { readFileSync } from 'node:fs';

import { linesOf, sourceFiles } from './source-files.ts';

const MAX_PERCENT = 4;

const counts = [...['app', 'scripts', 'bench'].flatMap(sourceFiles), 'serve.ts', 'server.js'].map(countLines);
const lines = counts.reduce((sum, one) => sum + one.lines, 0);
const comments = counts.reduce((sum, one) => sum + one.comments, 0);
const percent = (100 * comments) / lines;

console.log(`comments: ${comments} of ${lines} lines, ${percent.toFixed(1)} %`);
if (percent > MAX_PERCENT) {
  console.error(`At most ${MAX_PERCENT} %. Most comment lines: ${counts.toSorted((one, other) => other.comments - one.comments).slice(0, 5).map(({ path }) => path).join(', ')}`);
  process.exit(1);
}

function countLines(path: string): { path: string; lines: number; comments: number } {
  const lines = linesOf(readFileSync(path, 'utf8'));
  let isInBlock = false;
  let comments = 0;
  for (const line of lines) {
    const begins = /^(\{?\/\*|\/\/)/.test(line);
    if (isInBlock || begins) comments += 1;
    isInBlock = (isInBlock || /^\{?\/\*/.test(line)) && !line.includes('*/');
  }
  return { path, lines: lines.length, comments };
}
