/** Prints how many effects the screens have and ends with 1 where they are too many: what follows from props and state is computed while rendering. */
import { readFileSync } from 'node:fs';

import { linesOf, sourceFiles } from './source-files.ts';

const MAX_PER_THOUSAND_LINES = 0.7;
const EFFECT = /\buse(?:Layout|Insertion)?Effect\(/g;

const files = sourceFiles('app').map((path) => {
  const code = readFileSync(path, 'utf8');
  return { path, lines: linesOf(code).length, effects: code.match(EFFECT)?.length ?? 0 };
});
const effects = files.reduce((sum, one) => sum + one.effects, 0);
const lines = files.reduce((sum, one) => sum + one.lines, 0);
const share = (1000 * effects) / lines;

console.log(`effects: ${effects} in ${lines} lines, ${share.toFixed(2)} per thousand`);
if (share > MAX_PER_THOUSAND_LINES) {
  const most = files.toSorted((one, other) => other.effects - one.effects).slice(0, 5);
  console.error(`At most ${MAX_PER_THOUSAND_LINES}: app/design/ui/hooks/ has focus, timers, listeners, dialogs and subscriptions. Most: ${most.map(({ path }) => path).join(', ')}`);
  process.exit(1);
}
