import { expect, test } from 'vitest';

import { faultCatalogue, wordsOf } from '#tests/support/reporting/fault-catalogue.ts';

/** How many rows each letter has. */
const ROWS = { A: 24, B: 30, C: 10, D: 41, E: 15, F: 13, G: 33, H: 15, I: 15, J: 17, K: 13, L: 14, M: 14, N: 19, P: 14, Q: 13, R: 7, S: 8, T: 15, U: 16, V: 10, W: 86, X: 18, Y: 13, Z: 16 };

test('each row of the faults has a test that is there by its name', () => {
  const faults = faultCatalogue();
  const missing = faults.flatMap(({ row, tests }) => tests.filter(({ file, named }) => !wordsOf(file).replaceAll("\\'", "'").includes(named)).map(({ file, named }) => `${row}: ${file} · ${named}`));
  expect(missing).toEqual([]);
  expect(faults.map(({ row }) => row)).toEqual(Object.entries(ROWS).flatMap(([letter, rows]) => Array.from({ length: rows }, (_, at) => `${letter}${at + 1}`)));
});
