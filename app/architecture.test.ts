import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { drawInto } from '../scripts/draw-architecture.ts';
import { ALARM_KINDS } from './domain/operations/alarms.ts';

test('docs/architecture.md draws the states, tables, jobs and retention that the code has', () => {
  const text = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  expect(text).toBe(drawInto(text));
  expect(text).toContain('  cancelled --> paid');
});

test('docs/operations.md names each alarm', () => {
  const text = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  expect(ALARM_KINDS.filter((kind) => !text.includes(`\`${kind}\``))).toEqual([]);
});
