/** Prints the share of comment lines in the product's code, and how often a rule is switched off; ends with 1 where that is too much, or lacks its reason. */
import { readFileSync } from 'node:fs';

import { codeFiles, linesOf, sourceFiles } from './source-files.ts';

const MAX_PERCENT = 4;
const COMMENT = /^(\{?\/\*|\*|\/\/)/;
const SUPPRESSION = /(?:\/\/|\/\*)\s*(?:(?:ox|es)lint-disable|@ts-(?:expect-error|ignore|nocheck))/;

const counts = [...['app', 'scripts', 'bench'].flatMap(sourceFiles), 'serve.ts', 'server.js'].map(countLines);
const lines = counts.reduce((sum, one) => sum + one.lines, 0);
const comments = counts.reduce((sum, one) => sum + one.comments, 0);
const percent = (100 * comments) / lines;
const suppressions = [...['app', 'scripts', 'bench', 'db', 'tests'].flatMap(codeFiles), 'serve.ts', 'server.js'].flatMap(findSuppressions);
const unexplained = suppressions.filter(({ hasReason }) => !hasReason);

console.log(`comments: ${comments} of ${lines} lines, ${percent.toFixed(1)} %`);
console.log(`rules switched off: ${suppressions.length} times`);
for (const { place } of unexplained) console.error(`${place}: say why, after ' -- ' or in a comment above`);
if (percent > MAX_PERCENT) {
  console.error(`At most ${MAX_PERCENT} %. Most comment lines: ${counts.toSorted((one, other) => other.comments - one.comments).slice(0, 5).map(({ path }) => path).join(', ')}`);
}
if (percent > MAX_PERCENT || unexplained.length > 0) process.exit(1);

function findSuppressions(path: string): { place: string; hasReason: boolean }[] {
  const lines = readFileSync(path, 'utf8').split('\n').map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (!SUPPRESSION.test(line)) return [];
    const above = lines[at - 1] ?? '';
    return [{ place: `${path}:${at + 1}`, hasReason: / -- \S/.test(line) || (COMMENT.test(above) && !SUPPRESSION.test(above)) }];
  });
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
