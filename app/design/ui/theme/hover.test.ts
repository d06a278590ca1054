import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SHEETS = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css')).map((path) => join('app', path));

/** The blocks around each `:hover` of a sheet, outermost first. */
function blocksAround(css: string): string[][] {
  const open: string[] = [];
  const found: string[][] = [];
  for (const [, selector, brace] of css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{') {
      open.push(selector!.trim());
      if (selector!.includes(':hover')) found.push([...open]);
    }
    if (brace === '}') open.pop();
  }
  return found;
}

test('a colour for the pointer is there only where something hovers: after a touch it would stick', () => {
  const sticky = SHEETS.flatMap((path) => {
    const lost = blocksAround(readFileSync(path, 'utf8')).filter((blocks) => !blocks.some((block) => block.startsWith('@media') && block.includes('(hover: hover)')));
    return lost.map((blocks) => `${path}: ${blocks.at(-1)}`);
  });
  expect(sticky).toEqual([]);
  expect(SHEETS.length).toBeGreaterThan(50);
});

test('the check sees a rule that stands alone, and one that shares its block', () => {
  expect(blocksAround('.a { color: red; &:hover, &:focus { color: blue } }')).toEqual([['.a', '&:hover, &:focus']]);
  expect(blocksAround('@media (hover: hover) { .a:hover { color: blue } }')).toEqual([['@media (hover: hover)', '.a:hover']]);
});
