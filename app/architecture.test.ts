import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { drawInto } from '../scripts/draw-architecture.ts';

test('docs/architecture.md draws the states, tables and retention that the code has', () => {
  const text = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  expect(text).toBe(drawInto(text));
  expect(text).toContain('  cancelled --> paid');
});
