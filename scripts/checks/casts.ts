/** Prints how often the product tells the compiler what it cannot prove (`as`, `!`) and ends with 1 where that is too often. */
import { readFileSync } from 'node:fs';

import { linesOf, sourceFiles } from './source-files.ts';
import { type Node, nodesOf } from './syntax.ts';

const MAX_PER_THOUSAND_LINES = 2;

interface Counted {
  path: string;
  lines: number;
  casts: number;
  assertions: number;
}

const files = sourceFiles('app').map(count);
const lines = files.reduce((sum, one) => sum + one.lines, 0);
let isTooOften = false;

for (const [sign, key] of [['as', 'casts'], ['!', 'assertions']] as const) {
  const all = files.reduce((sum, one) => sum + one[key], 0);
  const share = (1000 * all) / lines;
  console.log(`${sign}: ${all} in ${lines} lines, ${share.toFixed(2)} per thousand`);
  if (share <= MAX_PER_THOUSAND_LINES) continue;
  isTooOften = true;
  const most = files.toSorted((one, other) => other[key] - one[key]).slice(0, 5);
  console.error(`At most ${MAX_PER_THOUSAND_LINES}: types, guards and zod say it better. Most: ${most.map(({ path }) => path).join(', ')}`);
}
if (isTooOften) process.exit(1);

function count(path: string): Counted {
  const code = readFileSync(path, 'utf8');
  const counted: Counted = { path, lines: linesOf(code).length, casts: 0, assertions: 0 };
  for (const node of nodesOf(path, code)) {
    if (node['type'] === 'TSNonNullExpression') counted.assertions += 1;
    if (node['type'] === 'TSAsExpression' && !isConst(node)) counted.casts += 1;
  }
  return counted;
}

function isConst(node: Node): boolean {
  return JSON.stringify(node['typeAnnotation']).includes('"name":"const"');
}
